import './heap.ts'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { boot } from '../adapters/store/sqlite/boot.ts'
import { homeOf } from '../config/home.ts'
import { asHindcastError } from '../domain/errors.ts'
import { launcherRelease } from './awaited.ts'
import { load } from './compiled.ts'

const app = dirname(fileURLToPath(import.meta.url))
// The rest of the program loads while the worker starts
const workerUrl = pathToFileURL(join(app, 'store-worker.js'))
const booted = boot(workerUrl)
/** What the starter has opened for this process: `pipe=N`, on which a launcher waits, and `socket=N`, which listens. */
const inherited = (name: string): number | undefined => {
  const word = process.argv.slice(2).find((one) => one.startsWith(`${name}=`))
  return word === undefined ? undefined : Number(word.slice(name.length + 1))
}
const listening = launcherRelease(inherited('pipe'))

async function main(): Promise<void> {
  const home = homeOf()
  const { runDaemon } = load(join(app, 'daemon-run.js'), home.cache) as typeof import('./run.ts')
  await runDaemon(home, { app, workerUrl, booted, listening, socket: inherited('socket') })
}

main().catch((thrown) => {
  process.stderr.write(`${new Date().toISOString()} hindcast: ${asHindcastError(thrown).message}\n`)
  process.exit(1)
})
