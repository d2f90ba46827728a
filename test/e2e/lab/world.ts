import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { claudeBinary } from '../../../scripts/claude.mjs'

/** Only its form matters: the client shows a dialog unless the last 20 characters of the key were approved. */
export const apiKey = 'sk-ant-offline-key-0123456789abcdef'

/** How long a busy machine may take for anything, in milliseconds. It ends what hangs, and measures nothing. */
export const LONG_MS = 120_000

/** V8's code cache of our programs, shared by all worlds of a run: compiling takes a third of a daemon's start. */
const COMPILED = join(tmpdir(), 'hindcast-compiled')

const foreign = /^(CLAUDE|ANTHROPIC|HINDCAST|TMUX)|_PROXY$/i

/** A small version of a person's machine: a home, a git project, an environment and the real client. */
export interface World {
  root: string
  home: string
  project: string
  env: Record<string, string>
  claude: string
  /** The built product that is installed here, if it is not this checkout's. */
  dist?: string
  /** Runs a shell command in the project, as the person; never throws. */
  sh(command: string): Promise<{ exitCode: number | undefined; stdout: string; stderr: string }>
  /** Writes the user's settings.json; `undefined` keys are left out. */
  settings(value: object): void
  /** Called at close, last first. */
  onClose(undo: () => Promise<void> | void): void
  /** Runs the cleanups, ends every process with this home, and removes the folder. */
  close(): Promise<void>
}

/** Creates a world in the system's temp folder; `files` (path in the project → text) are committed in its project. */
export async function makeWorld(files: Record<string, string> = {}): Promise<World> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-lab-')))
  const home = join(root, 'home')
  const project = join(root, 'app')
  mkdirSync(join(home, '.claude'), { recursive: true })
  shareCompiled(join(home, '.hindcast'))
  mkdirSync(project)
  mkdirSync(join(root, 'tmp'))
  const env = { ...cleanEnvironment(home), TMPDIR: join(root, 'tmp'), CLAUDE_CODE_TMPDIR: join(root, 'tmp') }
  const undo: (() => Promise<void> | void)[] = []
  const world: World = {
    root,
    home,
    project,
    env,
    claude: claudeBinary(),
    sh: shellIn(project, env),
    settings: (value) => writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify(value, null, 2)),
    onClose: (step) => void undo.push(step),
    close: async () => {
      for (const step of undo.splice(0).reverse()) await step()
      await endProcessesOf(home)
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await startProject(world, files)
  return world
}

/** The same person in another project, with the same home and installation. Only the first world is closed. */
export async function inProject(world: World, name: string, files: Record<string, string>): Promise<World> {
  const project = join(world.root, name)
  mkdirSync(project)
  const there = { ...world, project, sh: shellIn(project, world.env) }
  await startProject(there, files)
  return there
}

async function startProject(world: World, files: Record<string, string>): Promise<void> {
  write(world.project, files)
  const started = await world.sh('git init -q -b main . && git add -A && git commit -qm start --allow-empty')
  if (started.exitCode !== 0) throw new Error(`no git project: ${started.stderr}`)
}

function shellIn(cwd: string, env: Record<string, string>): World['sh'] {
  return async (command) => {
    const done = await execa('bash', ['-c', command], { cwd, env, extendEnv: false, reject: false })
    return { exitCode: done.exitCode, stdout: done.stdout, stderr: done.stderr }
  }
}

/** This process's environment without variables that would affect the client or the product under test. */
function cleanEnvironment(home: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (pair): pair is [string, string] => pair[1] !== undefined && !foreign.test(pair[0]),
  )
  return {
    ...Object.fromEntries(kept),
    HOME: home,
    HINDCAST_HOME: join(home, '.hindcast'),
    HINDCAST_RECALL_WITHHOLD: '0',
    // On a busy machine, reactions are not cut off; what a fault costs is measured without it in `test/faults`
    HINDCAST_PATIENCE: '4',
    ANTHROPIC_API_KEY: apiKey,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_TELEMETRY: '1',
    GIT_AUTHOR_NAME: 'Dev',
    GIT_AUTHOR_EMAIL: 'dev@localhost',
    GIT_COMMITTER_NAME: 'Dev',
    GIT_COMMITTER_EMAIL: 'dev@localhost',
  }
}

function shareCompiled(home: string): void {
  for (const folder of [COMPILED, home]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  symlinkSync(COMPILED, join(home, 'cache'))
}

function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** A daemon detaches itself, so its parent cannot end it; it is found by the home in its environment. */
async function endProcessesOf(home: string): Promise<void> {
  const deadline = Date.now() + 3000
  for (;;) {
    const pids = processIds().filter((pid) => environmentOf(pid).includes(`HOME=${home}`))
    if (pids.length === 0 || Date.now() > deadline) return
    for (const pid of pids) end(pid)
    await sleep(20)
  }
}

/** Kills a process, if it is still there. */
export function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended in the meantime
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return [] // a system without /proc
  }
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}
