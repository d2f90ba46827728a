import { describe, expect, test } from 'vitest'
import faults from '../../src/behaviours/recall/faults.ts'
import { on } from '../../src/domain/behaviour.ts'
import { draft, named, prompt, type World, world } from './world.ts'

const REPLY = { lane: 'reply', budgetMs: 500, onFailure: 'pass' } as const

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
  test('with nothing wrong nothing is said', async () => {
    const one = await world([throws, faults])
    expect((await start(one)).answer).toEqual({})
    await fail(one, 2)
    expect((await start(one)).answer).toEqual({})
  })

  test('a behaviour that its failures switched off is told to the person, by name and with the remedy, once', async () => {
    const one = await world([throws, faults])
    await fail(one)
    const { answer } = await start(one)
    expect(answer).toEqual({ note: expect.stringMatching(/throws switched off .*hindcast behaviours on throws/) })
    expect((await start(one)).answer).toEqual({})
  })

  test('asking what would be said tells nobody', async () => {
    const one = await world([throws, faults])
    await fail(one)
    expect((await start(one, { rehearsal: true })).answer.note).toContain('throws')
    expect((await start(one)).answer.note).toContain('throws')
  })

  test('revived it runs again, and is told of again when it fails again', async () => {
    const one = await world([throws, faults])
    await fail(one)
    await start(one)
    one.engine.revive('throws')
    expect(one.engine.health()).toContainEqual({ behaviour: 'throws', on: true, failures: 0, error: undefined })
    expect((await start(one)).answer).toEqual({})
    await fail(one)
    expect((await start(one)).answer.note).toContain('throws')
  })

  test('events that could not be kept are counted and told, also where the store takes nothing at all', async () => {
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
    expect(said).toMatch(/3 events could not be kept .*hindcast logs/)
  })

  test('events that were lost are told once, and again when there are more', async () => {
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
    expect((await start(one)).answer.note).toContain('1 event could not be kept')
    expect((await start(one)).answer).toEqual({})
    isFull = true
    await fail(one, 1)
    isFull = false
    expect((await start(one)).answer.note).toContain('2 events could not be kept')
  })
})
