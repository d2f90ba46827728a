import { describe, test } from 'vitest'
import { backUp, databaseOf, harms, sql } from '../daemon/damage.ts'
import { isWhole, survives } from './scenario.ts'
import { scriptOf } from './script.ts'

const [TURNS, CALLS] = [3, 4]
const MOMENT = CALLS + 2 + 3

/** The same sessions in each test, so that they share one undisturbed run. */
const scripts = [scriptOf(501, TURNS, CALLS), scriptOf(502, TURNS, CALLS)] as const

const kinds = isWhole ? Object.keys(harms) : ['pages garbled', 'text in its place', 'its file deleted']

describe.each(kinds)('a database with %s while events keep coming', (what) => {
  test.concurrent('is restored, and loses and doubles nothing', (context) =>
    survives(context, {
      fault: `database: ${what}`,
      scripts,
      live: async ({ world, client, inflict }) => {
        await client(scripts[0]).live()
        await backUp(world)
        await client(scripts[1]).live(async (step) => {
          // What is only in the log is not in the file that is harmed
          if (step === MOMENT - 3) await sql(world, 'PRAGMA wal_checkpoint(TRUNCATE)')
          if (step !== MOMENT) return
          inflict()
          harms[what]?.(databaseOf(world))
        })
        await world.api('doctor', { only: 'database' })
      },
    }))
})
