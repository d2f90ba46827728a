import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { makeWorld } from '../../test/e2e/lab/world.ts'
import { runClient, type Status } from './arms.ts'
import { type Row, say } from './rows.ts'

/** As a person starts it where it is installed; nothing is fetched. */
const PROGRAM = ['--no', '--', 'hindcast']
/** From the packed file to the first event that is kept, at most, in seconds. */
const AT_MOST = 30

/** The packed file, installed by npm in an empty folder. */
export interface Installed {
  readonly folder: string
  readonly seconds: number
  remove(): void
}

/** Packs the product and installs it; packing is not counted. */
export async function installed(): Promise<Installed> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hindcast-bench-')))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  await execa('npm', ['pack', '--pack-destination', folder])
  const packed = join(folder, readdirSync(folder)[0] ?? '')
  const into = join(folder, 'empty')
  mkdirSync(into)
  const began = performance.now()
  await execa('npm', ['install', '--no-audit', '--no-fund', packed], { cwd: into })
  const seconds = (performance.now() - began) / 1_000
  say(`install: npm install of the packed file took ${seconds.toFixed(1)} s`)
  return { folder: into, seconds, remove }
}

/** `npx hindcast up` there, then the client, until an event of it is kept. */
export async function firstCaptured({ folder, seconds }: Omit<Installed, 'remove'>): Promise<Row[]> {
  const world = await makeWorld({ 'note.txt': 'note\n' })
  const options = { cwd: folder, env: world.env, extendEnv: false, stdin: 'ignore' } as const
  const events = async () => {
    const { stdout } = await execa('npx', [...PROGRAM, 'status', '--json'], options)
    return (JSON.parse(stdout) as Status).counts.events
  }
  try {
    const began = performance.now()
    await execa('npx', [...PROGRAM, 'up'], options)
    await runClient({ name: 'installed', world })
    while ((await events()) === 0) await sleep(50)
    const all = seconds + (performance.now() - began) / 1_000
    return [{ measure: 'packed file to first event', unit: 's', rounds: [all], atMost: AT_MOST }]
  } finally {
    await world.close()
  }
}
