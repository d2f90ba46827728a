import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'esbuild'
import { programs } from '../../../../scripts/build.mjs'
import { hindcast } from '../product.ts'
import type { World } from '../world.ts'

const here = import.meta.dirname

/** Replaces the module through which the daemon queries the machine. */
const slowMachine: Plugin = {
  name: 'slow-machine',
  setup: (build) => build.onResolve({ filter: /\/machine\/memory\.ts$/ }, () => ({ path: join(here, 'machine.ts') })),
}

/** Replaces the daemon that `up` installed with the trial daemon, and starts it. Throws if it does not start. */
export async function installTrial(world: World): Promise<void> {
  const apps = join(world.env.HINDCAST_HOME ?? '', 'app')
  const [version = ''] = readdirSync(apps).filter((name) => /^\d/.test(name))
  const app = join(apps, version)
  const made = await programs([['daemon-run', 'test/e2e/lab/trial/daemon.ts']], app, [slowMachine])
  for (const { path, contents } of made) if (path.endsWith('.js')) writeFileSync(join(app, path), contents)
  const { exitCode, stderr } = await hindcast(world, 'restart')
  if (exitCode !== 0) throw new Error(`the trial daemon does not start: ${stderr}`)
}
