import { join } from 'node:path'
import { CodeChild } from '../adapters/code/child.ts'
import { allowedEnvironment } from '../config/environment.ts'
import type { Home } from '../config/home.ts'
import { QuietCode, type QuietParts } from '../engine/quiet-code.ts'
import type { Log } from '../ports.ts'
import type { Host } from '../wire/host.ts'

/** Where the program is, and what it is for. */
interface ReaderPlaces {
  readonly home: Home
  /** The folder of the built programs. */
  readonly app: string
  readonly hosts: readonly Host[]
  readonly log: Log
}

/** The files that hold Hindcast's own tokens. */
export const tokenFiles = ({ token, curl }: Home): readonly string[] => [token, curl]

/** What reads projects' code, in a process of its own, where that is not paused. */
export function codeReader({ home, app, hosts, log }: ReaderPlaces, ports: Omit<QuietParts, 'code'>): QuietCode {
  const code = new CodeChild({
    program: join(app, 'code.js'),
    grammars: join(app, 'grammars'),
    indexes: home.code,
    compiler: join(app, 'checker/typescript.js'),
    tokens: tokenFiles(home),
    skipped: hosts.map(({ files }) => files.folder),
    env: allowedEnvironment(process.env),
    log,
  })
  return new QuietCode({ ...ports, code })
}
