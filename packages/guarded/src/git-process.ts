import { type ChildProcess, spawn } from 'node:child_process'

/** A git to start. */
export interface GitRun {
  readonly folder: string
  readonly words: readonly string[]
  /** All that it has of an environment. */
  readonly env: NodeJS.ProcessEnv
  /** What it reads on its standard input. */
  readonly input?: string | undefined
  readonly withinMs: number
}

/** More output than this is of no use, in bytes: the names of 200,000 files have a fifth of it. */
const MOST_BYTES = 128 * 1024 * 1024

/**
 * Starts git and resolves to its output; undefined if it fails, takes too long, says too much or is not there. Only for
 * the files beside this one: everything else asks `git`, which sets what must be set.
 */
export function runGit({ withinMs, ...asked }: GitRun): Promise<Buffer | undefined> {
  const child = started(asked)
  if (child === undefined) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const timer = setTimeout(() => end(child), withinMs)
    const settle = (result: Buffer | undefined) => {
      clearTimeout(timer)
      resolve(result)
    }
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MOST_BYTES) end(child)
      else chunks.push(chunk)
    })
    child.on('error', () => settle(undefined))
    child.on('close', (code) => settle(code === 0 && bytes <= MOST_BYTES ? Buffer.concat(chunks) : undefined))
    child.stdin.on('error', () => {})
    child.stdin.end(asked.input ?? '')
  })
}

/** What git may address, in KB: it maps whole files of the repository, which may be of any size. */
const MOST_KB = 1_536 * 1024
/** A shell that sets the limit and becomes git, in .6 ms; other systems than Linux have no such limit. */
const BOUNDED: readonly [program: string, before: readonly string[]] =
  process.platform === 'linux'
    ? ['/bin/sh', ['-c', `ulimit -v ${MOST_KB} 2>/dev/null; exec git "$@"`, 'git']]
    : ['git', []]

/** What runs, and would go on without this process: a git that waits for a pipe ends by itself never. */
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(end))

/** In a process group of its own, so that what it has started ends with it. Undefined for a folder with an impossible name. */
function started({ folder, words, env }: Omit<GitRun, 'withinMs'>) {
  try {
    const [program, before] = BOUNDED
    const child = spawn(program, [...before, ...words], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    running.add(child)
    child.once('error', () => running.delete(child)).once('close', () => running.delete(child))
    return child
  } catch {
    return undefined
  }
}

function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}
