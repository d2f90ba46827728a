import { appendFileSync, readFileSync, renameSync, rmSync, truncateSync } from 'node:fs'
import { describe, test } from 'vitest'
import { kill } from '../daemon/world.ts'
import { survives } from './scenario.ts'
import { scriptOf } from './script.ts'

const [TURNS, CALLS] = [3, 4]
/** In the middle of the second turn. */
const MOMENT = CALLS + 2 + 3

/** The same sessions in each test, so that they share one undisturbed run. */
const scripts = [scriptOf(201, TURNS, CALLS), scriptOf(202, TURNS, CALLS)]

describe.each([
  ['deleted', (path: string) => rmSync(path)],
  ['rotated', (path: string) => renameSync(path, `${path}.1`)],
  ['truncated to nothing', (path: string) => truncateSync(path, 0)],
  ['cut in the middle of a line', (path: string) => truncateSync(path, readFileSync(path).length - 40)],
  ['followed by a torn line', (path: string) => appendFileSync(path, '{"type":"assistant","message":{"con\n')],
])('a transcript that is %s', (what, damage) => {
  test.concurrent('loses and doubles nothing that hooks have reported', (context) =>
    survives(context, {
      fault: `transcript ${what}`,
      scripts,
      live: async ({ client, inflict }) => {
        for (const script of scripts) {
          const one = client(script)
          await one.live((step) => {
            if (step !== MOMENT) return
            inflict()
            damage(one.transcript)
          })
        }
      },
    }))
})

test.concurrent('a transcript that is read again from its beginning after the daemon was killed doubles nothing', (context) =>
  survives(context, {
    fault: 'transcript rewritten, daemon killed',
    scripts,
    live: async ({ world, client, inflict }) => {
      for (const script of scripts) {
        const one = client(script)
        await one.live((step) => {
          if (step !== MOMENT) return
          inflict()
          // Another first line: the seal of what was read no longer holds
          const text = readFileSync(one.transcript, 'utf8')
          truncateSync(one.transcript, 0)
          appendFileSync(one.transcript, `{"type":"summary","summary":"rewritten"}\n${text}`)
          kill(world.endpoint().pid)
        })
      }
    },
  }))
