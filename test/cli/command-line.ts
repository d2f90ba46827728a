import { runCommandLine } from '../../src/cli/run.ts'
import { dist, type Ended, type World } from '../daemon/world.ts'

/** What a command line is given of a world. */
type Place = Pick<World, 'project' | 'env'> & { /** Once it stands in the folder. */ readonly entered?: () => void }

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command line in this process, which takes a tenth of the time of the built program. For tests that are not
 * about the process itself. Runs one at a time, since each takes over this process's streams, folder and environment.
 */
export const commandLine = (world: Place, ...words: string[]): Promise<Ended> => commandLineIn(world, {}, ...words)

/** The same with additional environment variables. */
export function commandLineIn(world: Place, extra: Record<string, string>, ...words: string[]): Promise<Ended> {
  const next = last.then(() => run(world, words, { ...world.env, ...extra }))
  last = next.catch(() => undefined)
  return next
}

async function run({ project, entered }: Place, words: readonly string[], env: Record<string, string>): Promise<Ended> {
  const before = { env: { ...process.env }, folder: process.cwd(), code: process.exitCode }
  const [stdout, stderr] = [heard(process.stdout), heard(process.stderr)]
  setEnvironment(env)
  process.chdir(project)
  process.exitCode = 0
  try {
    entered?.()
    await runCommandLine([...words], dist)
    return { code: Number(process.exitCode), stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    for (const stream of [stdout, stderr]) stream.release()
    process.exitCode = before.code
    process.chdir(before.folder)
    setEnvironment(before.env)
  }
}

/** Captures what is written to a stream until it is released. */
function heard(stream: NodeJS.WriteStream) {
  const { write } = stream
  const parts: string[] = []
  stream.write = (part: string | Uint8Array): boolean => parts.push(String(part)) > 0
  return {
    text: () => parts.join(''),
    release: () => {
      stream.write = write
    },
  }
}

/** Changes them in place, because the system's own calls read these variables and not a copy. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}
