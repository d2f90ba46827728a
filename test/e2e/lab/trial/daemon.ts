import { behaviours } from '../../../../src/behaviours/registry.ts'
import type { Home } from '../../../../src/config/home.ts'
import { runDaemon as run, type Started } from '../../../../src/daemon/run.ts'
import { trials } from './behaviours.ts'

/** The shipped daemon with behaviours on trial; takes the place of `daemon-run.js` where it is installed. */
export const runDaemon = (home: Home, started: Started): Promise<void> =>
  run(home, { ...started, behaviours: [...behaviours, ...trials] })
