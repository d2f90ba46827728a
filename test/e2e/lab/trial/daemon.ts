import { behaviours } from '../../../../src/behaviours/registry.ts'
import type { Home } from '../../../../src/config/home.ts'
import { runDaemon as run, type Started } from '../../../../src/daemon/run.ts'
import { trials } from './behaviours.ts'

/** The shipped daemon with trial behaviours; replaces the installed `daemon-run.js`. */
export const runDaemon = (home: Home, started: Started): Promise<void> =>
  run(home, { ...started, behaviours: [...behaviours, ...trials] })
