import { expect, it } from 'vitest'
import faults from '../../../src/behaviours/recall/faults.ts'
import type { Faults, Recovery } from '../../../src/domain/facts.ts'
import { eventOf } from '../../domain/samples.ts'
import { effectsOf } from '../reacting.ts'

const said = (given: Faults) =>
  effectsOf(faults, eventOf('SessionStart', { source: 'startup' }), 'reply', { faults: given })
const off = (behaviour: string) => ({ behaviour, failures: 3 })

it('reports every failure in one line, to the person only', () => {
  expect(said({ off: [off('premortem'), off('handoff')], lost: 2, quieter: [] })).toEqual([
    {
      kind: 'note',
      text: 'Hindcast: premortem, handoff switched off after repeated failures (to retry: `hindcast behaviours on premortem`); 2 events could not be recorded in time; what the transcript has of them is read from there (see `hindcast logs`)',
      rank: 20,
    },
  ])
})

it('says what happened to the database, where its contents come from, and where the damaged file is', () => {
  const NONE = { off: [], lost: 0, quieter: [] }
  const { at } = eventOf('SessionStart', { source: 'startup' })
  const textOf = (recovery: Omit<Recovery, 'at'>) =>
    said({ ...NONE, recovery: { at, ...recovery } }).map((effect) => 'text' in effect && effect.text)
  const backupAt = at - 3 * 3_600_000
  expect(textOf({ cause: 'damaged', from: 'backup', backupAt, damaged: '/h/x', isComplete: true })).toEqual([
    'Hindcast: the database was damaged and was restored from the backup made 3 hours ago; transcripts since then were read again, so only what no transcript contains is lost (damaged file: /h/x)',
  ])
  expect(textOf({ cause: 'deleted', from: 'nothing', isComplete: false })).toEqual([
    'Hindcast: the database was deleted or replaced and starts again empty, because there was no backup; transcripts are being read again, so only what no transcript contains is lost',
  ])
  expect(textOf({ cause: 'deleted', from: 'file', isComplete: true })).toEqual([
    'Hindcast: the database was deleted or replaced while in use; it was written again, and nothing is lost',
  ])
})

it('says that the daemon was replaced', () => {
  const { at } = eventOf('SessionStart', { source: 'startup' })
  expect(said({ off: [], lost: 0, quieter: [], failedAt: at - 60_000 })).toMatchObject([
    {
      text: expect.stringMatching(
        /^Hindcast: the daemon stopped unexpectedly .+ and was replaced; what it missed is read from transcripts \(see/,
      ),
    },
  ])
})

it('says why the daily backup failed', () => {
  expect(said({ off: [], lost: 0, quieter: [], backupFailure: 'the disk is full' })).toMatchObject([
    { text: 'Hindcast: the daily backup failed: the disk is full' },
  ])
})

it('says nothing if nothing failed', () => {
  expect(said({ off: [], lost: 0, quieter: [] })).toEqual([])
})
