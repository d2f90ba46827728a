import { describe, expect, test } from 'vitest'
import faults from '../../src/behaviours/recall/faults.ts'
import { on } from '../../src/domain/behaviour.ts'
import { draft, named, prompt, type World, world } from './world.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const

const throws = named(
  'throws',
  on('UserPromptSubmit', {
    ...REPLY,
    decide: () => {
      throw new Error('never works')
    },
  }),
)

const start = ({ engine }: World, options = {}) => engine.take(draft('SessionStart', { source: 'startup' }), options)

async function fail({ engine }: World, times = 3): Promise<void> {
  for (let at = 0; at < times; at++) await engine.take(prompt())
}

describe('faults', () => {
  test('say nothing if nothing failed', async () => {
    const one = await world([throws, faults])
    expect((await start(one)).answer).toEqual({})
    await fail(one, 2)
    expect((await start(one)).answer).toEqual({})
  })

  test('name a behaviour disabled after failures to the person once, with what to do', async () => {
    const one = await world([throws, faults])
    await fail(one)
    const { answer } = await start(one)
    expect(answer).toEqual({ note: expect.stringMatching(/throws switched off .*hindcast behaviours on throws/) })
    expect((await start(one)).answer).toEqual({})
  })

  test('are not used up by a dry run', async () => {
    const one = await world([throws, faults])
    await fail(one)
    expect((await start(one, { rehearsal: true })).answer.note).toContain('throws')
    expect((await start(one)).answer.note).toContain('throws')
  })

  test('name a behaviour again if it fails again after being enabled', async () => {
    const one = await world([throws, faults])
    await fail(one)
    await start(one)
    one.engine.revive('throws')
    expect(one.engine.health()).toContainEqual({ behaviour: 'throws', on: true, failures: 0, error: undefined })
    expect((await start(one)).answer).toEqual({})
    await fail(one)
    expect((await start(one)).answer.note).toContain('throws')
  })

  test('count events that could not be stored, even if the store accepts nothing at all', async () => {
    const refused = async () => {
      throw new Error('disk full')
    }
    const one = await world([faults], {
      over: ({ journal, grants }) => ({
        journal: { ...journal, commit: refused },
        grants: { ...grants, take: refused },
      }),
    })
    await fail(one, 2)
    const said = (await start(one)).answer.note
    expect(said).toMatch(/3 events could not be recorded .*hindcast logs/)
  })

  test('report lost events once, and again if there are more', async () => {
    let isFull = true
    const one = await world([faults], {
      over: ({ journal }) => ({
        journal: {
          ...journal,
          commit: (changes) => (isFull ? Promise.reject(new Error('disk full')) : journal.commit(changes)),
        },
      }),
    })
    await fail(one, 1)
    isFull = false
    expect((await start(one)).answer.note).toContain('1 event could not be recorded')
    expect((await start(one)).answer).toEqual({})
    isFull = true
    await fail(one, 1)
    isFull = false
    expect((await start(one)).answer.note).toContain('2 events could not be recorded')
  })
})
