import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { openStore, type Store } from '../src/adapters/store/sqlite/store.ts'

/** Where transcripts are looked for when none are named. */
export const TRANSCRIPTS = '../shared/data/transcripts'
/** Transcripts of further projects. */
export const MORE_TRANSCRIPTS = '../shared/data/more-transcripts'

/** A folder of transcripts as the built product stores and distils it, in a folder that is gone afterwards. */
export async function withImported(source: string, use: (store: Store) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-bench-'))
  const env = { PATH: process.env.PATH, HOME: folder, HINDCAST_HOME: join(folder, 'h'), HINDCAST_PORT: '0' }
  mkdirSync(join(folder, '.claude/projects'), { recursive: true })
  cpSync(resolve(source), join(folder, '.claude/projects'), { recursive: true })
  const daemon = spawn(process.execPath, [resolve('dist/daemon.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    while (!existsSync(join(folder, 'h/daemon.json'))) await sleep(20)
    await cli(['import'], env)
    while ((await cli<{ queue: { pending: number } }>(['status'], env)).queue.pending > 0) await sleep(200)
    const workerUrl = pathToFileURL(resolve('dist/store-worker.js'))
    const store = await openStore({ file: join(folder, 'h/hindcast.db'), workerUrl })
    await use(store).finally(() => store.close())
  } finally {
    daemon.kill('SIGKILL')
    await sleep(100)
    rmSync(folder, { recursive: true, force: true })
  }
}

function cli<T>(args: readonly string[], env: object): Promise<T> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [resolve('dist/cli.js'), ...args, '--json'], {
      env: { ...env } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    child.on('close', (code) =>
      code === 0 ? done(JSON.parse(text) as T) : fail(new Error(`${args.join(' ')} failed`)),
    )
  })
}
