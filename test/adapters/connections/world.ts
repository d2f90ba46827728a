import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileConnections } from '../../../src/adapters/connections/connections.ts'
import { holdFile } from '../../../src/adapters/store/sqlite/lock.ts'
import { hosts } from '../../../src/wire/registry.ts'
import { someWanted } from '../../wire/claude-code/settings/wanted.ts'

/** A person's home folder and a project in a temporary folder. */
export function makeWorld() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-connect-')))
  const settings = join(root, 'user', '.claude', 'settings.json')
  const state = join(root, 'user', '.claude.json')
  const skill = join(root, 'user', '.claude', 'skills', 'hindcast', 'SKILL.md')
  const project = join(root, 'project')
  mkdirSync(dirname(settings), { recursive: true })
  mkdirSync(project)
  return {
    root,
    settings,
    state,
    skill,
    project,
    connections: (env: Record<string, string> = {}) =>
      fileConnections({
        hosts,
        hold: holdFile,
        home: join(root, 'hindcast'),
        userHome: join(root, 'user'),
        env: { PATH: process.env.PATH, ...env },
        platform: 'linux',
      }),
    /** Every path below the home and the project, with mode and bytes. */
    everything: () =>
      ['user', 'project'].flatMap((top) =>
        readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
          .toSorted()
          .map((name) => describePath(join(root, top, name))),
      ),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The connection that a new user asks for. */
export const asked = {
  scope: 'user',
  port: 37777,
  token: 'S3cret',
  launcher: '/opt/hindcast/app/1/hindcast-run',
  relay: { command: '/opt/hindcast/app/1/hindcast-run', args: ['mcp'] },
  transport: 'http',
  wanted: someWanted,
} as const

/** The user scope. */
export const user = { scope: 'user' } as const

/** A file's text. */
export const text = (path: string) => readFileSync(path, 'utf8')

/** A file's permission bits. */
export const mode = (path: string) => statSync(path).mode & 0o777

function describePath(path: string) {
  const kind = lstatSync(path)
  return [path, kind.mode, kind.isFile() ? text(path) : '']
}
