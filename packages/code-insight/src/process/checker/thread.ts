import { parentPort, workerData } from 'node:worker_threads'
import type { CodeFiles, ImportResolver } from '../../analysis/language.ts'
import typescript from '../../analysis/languages/typescript/index.ts'
import { pathEndings } from '../../analysis/path-endings.ts'
import { settingsText } from '../files/read.ts'
import { type Checked, Checker } from './checker.ts'

/** What the thread of a checker is made for. */
export interface CheckerSetting {
  readonly root: string
  /** The compiler's file. */
  readonly compiler: string
}

/** Some files to check. */
export interface CheckRequest {
  readonly paths: readonly string[]
  /** All files of the project, if they are not known yet or something has changed. */
  readonly files?: readonly string[] | undefined
  /** What was edited, created or deleted. */
  readonly changed: readonly string[]
}

/** What was found in each file. */
export type CheckReply = readonly (readonly [path: string, checked: Checked])[]

/** Runs a checker in this thread. */
export function serveChecks(): void {
  const { root, compiler } = workerData as CheckerSetting
  let files: readonly string[] = []
  let resolver: ImportResolver | undefined
  const checker = new Checker({
    root,
    compiler,
    files: () => files,
    resolver: () => {
      resolver ??= typescript.resolver(projectOf(root, files))
      return resolver
    },
  })
  parentPort?.on('message', ({ paths, files: now, changed }: CheckRequest) => {
    if (now !== undefined) files = now
    if (changed.length > 0) {
      resolver = undefined
      checker.changed(changed)
    }
    const reply: CheckReply = paths.map((path) => [path, checker.sitesOf(path)])
    parentPort?.postMessage(reply)
  })
}

function projectOf(root: string, files: readonly string[]): CodeFiles {
  const all = new Set(files)
  const folders = new Set([''])
  for (const path of files)
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  const names = new Set(typescript.manifests)
  return {
    has: (path) => all.has(path),
    hasFolder: (path) => folders.has(path),
    ending: pathEndings(() => files),
    manifests: files.filter((path) => names.has(path.slice(path.lastIndexOf('/') + 1))),
    text: (path) => settingsText(root, path),
  }
}
