import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { behaviours } from '../../../src/behaviours/registry.ts'
import type { Draft } from '../../../src/domain/events.ts'
import { draft, prompt, scratch, world } from '../../engine/world.ts'
import { runs } from '../../runs.ts'
import { channels } from './channels.ts'
import { breaksOf, disguises, MARK, quotesMark } from './disguises.ts'

/** The sources that may introduce a quotation. */
const VOICES = /(?:user|agent|commit(?:ted)?|error|output|check|files?|plan|failed|chose|observed|branch)\b[^“\n]*“/i

/** A third of all, with every channel and every disguise among them; all of them in `npm run test:long`. */
const ONE_IN = runs(1) > 1 ? 1 : 3

const carriers = Object.entries(channels).flatMap(([channel, made], row) =>
  Object.entries(disguises)
    .map(([disguise, text]) => ({ name: `${channel}: ${disguise}`, made, text }))
    .filter((_, column) => (row + column) % ONE_IN === 0),
)

/** A busy machine spends most of the time between two events waiting, so several sessions run at a time. */
async function inBatches<T>(all: readonly T[], run: (each: T) => Promise<void>): Promise<void> {
  const SIZE = 8
  for (let at = 0; at < all.length; at += SIZE) await Promise.all(all.slice(at, at + SIZE).map(run))
}

/**
 * Runs every carrier's session in its own project, and returns what that project's next session is told, by carrier.
 */
async function played(): Promise<ReadonlyMap<string, string>> {
  const { engine } = await world(behaviours)
  const folder = scratch()
  let at = Date.now() - 86_400_000
  const places = carriers.map((carrier, n) => {
    const root = join(folder, `project-${n}`)
    mkdirSync(root)
    const of =
      (session: string, promptId: string) =>
      (over: object = {}): Partial<Draft> => {
        at += 1_000
        return { at, cwd: root, session: `${session}-${n}`, promptId, ...over }
      }
    return { ...carrier, root, of }
  })
  const take = async (each: Draft): Promise<string> => (await engine.take(each)).answer.context ?? ''
  await inBatches(places, async ({ made, text, root, of }) => {
    const next = of('first', 'p1')
    await take(draft('SessionStart', { source: 'startup' }, next()))
    for (const each of made(text, { root, next })) await take(each)
    await take(draft('SessionEnd', { reason: 'exit' }, next()))
  })
  await engine.drain()
  const told = new Map<string, string>()
  await inBatches(places, async ({ name, root, of }) => {
    const next = of('second', 'p2')
    const path = join(root, 'src/upload.ts')
    const read = {
      tool: 'Read',
      toolUseId: 't',
      act: { kind: 'read', path },
      input: {},
      result: { text: 'x' },
    } as const
    const texts = [
      await take(draft('SessionStart', { source: 'startup' }, next())),
      await take(prompt(`Why does the uploader in upload.ts retry, and what about ${MARK}?`, next())),
      await take(draft('PostToolUse', read, next())),
      // After a compaction, the handoff is given in full
      await take(draft('SessionStart', { source: 'compact' }, of('first', 'p3')())),
    ]
    told.set(name, texts.filter(Boolean).join('\n'))
  })
  return told
}

test('no untrusted text escapes its quotation, forges a row, hides, or reads as an instruction', async () => {
  const told = await played()
  expect(told.size).toBe(90 / ONE_IN)
  for (const [name, text] of told) {
    // Each session has something to tell, otherwise the test would prove nothing
    expect.soft(text, name).toContain('upload')
    expect.soft(breaksOf(text), name).toEqual([])
    for (const line of text.split('\n')) if (quotesMark(line)) expect.soft(line, name).toMatch(VOICES)
  }
  expect([...told.values()].filter((text) => /an agent left open: “[^”]*zebrafish/i.test(text)).length).toBeGreaterThan(
    3 / ONE_IN,
  )
  expect([...told.values()].filter((text) => text.includes(MARK)).length).toBeGreaterThan(20 / ONE_IN)
})
