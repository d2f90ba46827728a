import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { kill, version, type World } from '../daemon/world.ts'
import { survives } from './scenario.ts'
import { scriptOf } from './script.ts'

const HOUR_MS = 3_600_000
/** The file that holds how far the clock is off, in milliseconds. */
const offsetOf = (world: World): string => join(world.root, 'clock')

/** A clock that reads its offset from a file. Monotonic time is not affected, as it is not when a person sets the clock. */
const clock = (file: string): string => `{
  const Real = Date
  const { readFileSync } = require('node:fs')
  const offset = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8'))
  globalThis.Date = class Date extends Real {
    constructor(...words) { if (words.length) super(...words); else super(Real.now() + offset()) }
    static now() { return Real.now() + offset() }
  }
}\n`

/** Gives the installed programs that clock; the client keeps its own. */
function withClock(world: World): void {
  writeFileSync(offsetOf(world), '0')
  for (const name of ['daemon.js', 'store-worker.js', 'hook.js', 'mcp-relay.js']) {
    const path = join(world.home, 'app', version, name)
    writeFileSync(path, clock(offsetOf(world)) + readFileSync(path, 'utf8'))
  }
}

const scripts = [scriptOf(301, 2, 4), scriptOf(302, 2, 4)]

describe.each([
  ['back by an hour', -HOUR_MS],
  ['forward by a day', 24 * HOUR_MS],
])('a clock that is set %s while a session runs', (what, by) => {
  test.concurrent('loses and doubles nothing, even if the daemon is killed afterwards', (context) =>
    survives(context, {
      fault: `clock set ${what}`,
      scripts,
      live: async ({ world, client, inflict }) => {
        withClock(world)
        // The running daemon is replaced by one with that clock
        kill(world.endpoint().pid)
        const [first, second] = scripts
        if (!first || !second) return
        await client(first).live((step) => {
          if (step !== 4) return
          inflict()
          writeFileSync(offsetOf(world), String(by))
        })
        await client(second).live((step) => {
          if (step !== 4) return
          inflict()
          kill(world.endpoint().pid)
        })
      },
    }))
})
