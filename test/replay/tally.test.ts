import { expect, test } from 'vitest'
import type { TurnLogEntry } from '../../src/ports.ts'
import { Tally } from '../../src/replay/tally.ts'
import { prompt, world } from '../engine/world.ts'

test('the order in which jobs ended does not show', async () => {
  const { store } = await world([], { start: false })
  const entry = (behaviour: string, id: string) =>
    ({ behaviour, effect: 'observation', ids: [id], outcome: 'done' }) as unknown as TurnLogEntry
  const entries = [entry('handoff', 'h_1'), entry('observation', 'o_2'), entry('observation', 'o_1')]
  const effectsOf = async (ended: readonly TurnLogEntry[]) => {
    const tally = new Tally(store)
    const result = { eventId: 'e_1', answer: {}, tokens: 0, sections: [], omitted: [] }
    await tally.note(prompt('Fix the kettle'), result as unknown as Parameters<Tally['note']>[1], ended)
    return (await tally.result()).turns.map(({ effects }) => effects)
  }
  expect(await effectsOf(entries.toReversed())).toEqual(await effectsOf(entries))
})
