import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { shareOf } from '../../bench/retrieval/figures.ts'
import { Accountant } from '../../bench/told/account.ts'
import { type Grade, kappa, type Labelled, labelTable } from '../../bench/told/labels.ts'
import { projectsIn, replayProject } from '../../bench/told/project.ts'
import { judge } from '../../bench/told/report.ts'
import type { AnyRecord } from '../../src/domain/nouns/records.ts'

const DAY = Date.parse('2026-03-02T00:00:00.000Z')

/** A session of one turn that edits a file, `hours` after the first day began. */
function turn(session: string, hours: number, asked: string, answered: string): string {
  const at = (second: number) => new Date(DAY + hours * 3_600_000 + second * 1_000).toISOString()
  const line = (type: string, second: number, content: unknown) => {
    const place = { uuid: `${session}-${second}`, sessionId: session, cwd: '/gone/ferry', timestamp: at(second) }
    return `${JSON.stringify({ type, ...place, message: { role: type, model: 'claude-opus-4', content } })}\n`
  }
  const input = { file_path: '/gone/ferry/src/timetable.ts', old_string: 'tide(1)', new_string: 'tide(2)' }
  return [
    line('user', 1, asked),
    line('assistant', 2, [{ type: 'tool_use', id: `t-${session}`, name: 'Edit', input }]),
    line('user', 3, [{ type: 'tool_result', tool_use_id: `t-${session}`, content: 'done' }]),
    line('assistant', 4, [{ type: 'text', text: answered }]),
  ].join('')
}

test('each session is told what earlier ones recorded, and the account lists what and how much', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'hindcast-told-'))
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }))
  const folder = join(scratch, '-gone-ferry')
  mkdirSync(folder, { recursive: true })
  const sessions = {
    first: turn('first', 1, 'The ferry timetable ignores the tide', 'Fixed the tide table of the ferry timetable.'),
    second: turn('second', 3, 'Departures of the ferry are late at low tide', 'Moved the departures by the tide.'),
  }
  for (const [name, text] of Object.entries(sessions)) writeFileSync(join(folder, `${name}.jsonl`), text)
  expect(projectsIn([scratch])).toEqual([folder])
  const accountant = new Accountant()
  await replayProject(folder, accountant)
  const account = accountant.account()
  expect(account.starts.map(({ session }) => session)).toEqual(['second'])
  expect(account.prompts.map(({ session }) => session)).toEqual(['first', 'second'])
  expect(account.edits).toEqual([{ session: 'second', isKnown: true, isNamed: true, named: 1 }])
  const told = account.utterances.filter(({ ids }) => ids.length > 0)
  expect(new Set(told.map(({ session }) => session))).toEqual(new Set(['second']))
  for (const { ids, at } of told)
    for (const id of ids) expect(account.records.get(id)?.record).toSatisfy((record: { at: number }) => record.at < at)
  // The second session edits the first one's file; there is no third in which to look for use
  const judged = judge('ferry', account).told
  expect(judged.filter(({ use }) => use === 'file')).not.toEqual([])
  for (const { elsewhere } of judged) expect(elsewhere).toEqual([])
})

test('the interval of a share is within 0 and 1, contains the share, and narrows as counts grow', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.float({ min: 0, max: 1, noNaN: true }), (n, part) => {
      const hits = Math.round(n * part)
      const { mean, low, high } = shareOf(hits, n)
      expect(low).toBeGreaterThanOrEqual(0)
      expect(high).toBeLessThanOrEqual(1)
      expect(low).toBeLessThanOrEqual(mean + 1e-9)
      expect(high).toBeGreaterThanOrEqual(mean - 1e-9)
      const more = shareOf(hits * 10, n * 10)
      expect(more.high - more.low).toBeLessThan(high - low)
    }),
  )
})

const labelled = (a: Grade, b: Grade, record = 'o_1', prompt = 's 10'): Labelled => ({
  ...{ prompt, record, made: 's0 1' },
  grades: [a, b],
})

test('kappa is 1 for readers who agree, 0 for chance, and negative for readers who contradict each other', () => {
  expect(kappa([labelled(0, 0), labelled(2, 2)], Number)).toBe(1)
  expect(kappa([labelled(0, 0), labelled(0, 1), labelled(1, 0), labelled(1, 1)], Number)).toBe(0)
  expect(kappa([labelled(0, 1), labelled(1, 0)], Number)).toBeLessThan(0)
})

test('recalled records are matched with labels by record, or by turn if the record has a new id', () => {
  const renamed = { kind: 'observation', record: { id: 'o_new', session: 's0', at: 3, evidence: ['p_1'] } }
  const turn = { kind: 'prompt', record: { id: 'p_1', session: 's0', at: 1 } }
  const asked = { session: 's', text: '', eventId: '' }
  const account = {
    ...{ utterances: [], starts: [], edits: [], events: new Map() },
    prompts: [
      { ...asked, at: 10, told: ['o_new'] },
      { ...asked, at: 20, told: [] },
      { ...asked, at: 30, told: ['o_1'] },
    ],
    records: new Map([renamed, turn].map((one) => [one.record.id, one as unknown as AnyRecord])),
  }
  const table = labelTable([labelled(1, 2), labelled(0, 0, 'o_9', 's 20')], new Map([['ferry', account]]))
  const row = (what: string) => table.split('\n').find((line) => line.includes(what))
  expect(table).toContain('2 labels')
  expect(row('recall spoke')).toContain('50.0')
  expect(row('nobody judged')).toContain('of 1')
  expect(row('judged: of use')).toContain('100.0')
  expect(row('of use: silent')).toContain('100.0')
})
