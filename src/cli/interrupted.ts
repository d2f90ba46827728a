import { wrapFor } from './terminal.ts'

/** The exit code of a program that Ctrl-C ended, as shells have it: 128 and the signal's number. */
const INTERRUPTED = 130

/**
 * Runs a command of several steps, which reports each that is done ("Hindcast 0.1.0 is running"); if Ctrl-C ends it, says
 * which, and `next`, on stderr.
 */
export async function interruptible<T>(next: string, run: (report: (done: string) => void) => Promise<T>): Promise<T> {
  const steps: string[] = []
  const stop = () => {
    const done = steps.length === 0 ? 'no step is done' : `done so far: ${steps.join('; ')}`
    process.stderr.write(`\n${wrapFor(process.stderr, `Interrupted; ${done}. ${next}`)}\n`)
    process.exit(INTERRUPTED)
  }
  process.once('SIGINT', stop)
  try {
    return await run((done) => steps.push(done))
  } finally {
    process.off('SIGINT', stop)
  }
}
