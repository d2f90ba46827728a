import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CALLS, callsKept, importing, type Lived, live, loopsPerCore, prepared } from '../test/e2e/lab/busy.ts'
import { table } from './retrieval/figures.ts'

/**
 * What a person sees of Hindcast in the real Claude Code, in a terminal, offline, on a machine that is busy with other
 * things: endless loops on every core, and an import under way. A session starts, makes a call that a rule concerns, works on
 * a few files in two prompts, and ends. Counted: lines of the client about a hook, starts that were told something, calls that
 * a rule changed (or of which the person was told that it did not), and calls that the store has. Sessions are appended to a
 * file, so the same command goes on where it stopped.
 *   scripts/in-netns npm run bench -- busy [--loops 20] [--sessions 30] [--dist DIR] [--file .cache/busy-20.jsonl]
 */
const { values } = parseArgs({
  options: {
    loops: { type: 'string', default: '20' },
    sessions: { type: 'string', default: '30' },
    dist: { type: 'string' },
    file: { type: 'string' },
  },
})
const [loops, sessions] = [Number(values.loops), Number(values.sessions)]
const file = values.file ?? `.cache/busy-${loops}.jsonl`

const known = (): Lived[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Lived)
    : []

if (known().length < sessions) {
  const world = await prepared(values.dist)
  const end = loopsPerCore(loops)
  const stop = importing(world)
  const had = known().length
  try {
    for (let n = had; n < sessions; n++) {
      const lived = await live(world, n)
      appendFileSync(file, `${JSON.stringify(lived)}\n`)
      process.stderr.write(`${n + 1} of ${sessions}: ${JSON.stringify(lived)}\n`)
    }
  } finally {
    stop()
    end()
  }
  process.stdout.write(`calls recorded: ${await callsKept(world)} of ${2 + CALLS * (sessions - had)}\n`)
  await world.close()
}

const all = known()
const count = (is: (one: Lived) => boolean) => `${all.filter(is).length} of ${all.length}`
process.stdout.write(
  `${table(
    [
      'loops per core',
      'sessions with a line about a hook',
      'starts told',
      'rule acted',
      'rule told',
      'neither',
      'seconds',
    ],
    [
      [
        String(loops),
        count(({ lines }) => lines.length > 0),
        count(({ isTold }) => isTold),
        count(({ rule }) => rule === 'acted'),
        count(({ rule }) => rule === 'told'),
        count(({ rule }) => rule === 'neither'),
        String(Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, all.length))),
      ],
    ],
  )}\n`,
)
for (const line of new Set(all.flatMap(({ lines }) => lines))) process.stdout.write(`${line}\n`)
