import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LocalEmbedder } from '../../../src/adapters/embedder/embedder.ts'
import { defaults, settingsOf } from '../../../src/domain/settings.ts'
import type { Options } from '../../engine/world.ts'
import { draft } from '../../engine/world.ts'
import { lived } from './layers.ts'

/** About the same by its meaning, in three forms. */
const SAID = [
  "You didn't update the changelog",
  'You forgot the changelog again',
  'you forgot to add a changelog entry',
]

/** Each prompt in a session of its own. */
async function told(prompts: readonly string[], options: Options = {}) {
  const made = await lived(options)
  for (const [n, text] of prompts.entries()) {
    const over = { session: `s${n}` }
    await made.take(made.asks(text, over), made.stops('Done.', over), made.ends(over))
  }
  return made
}

/** The shipped model, in its own process. */
const withModel: Options = {
  over: () => {
    const dist = join(import.meta.dirname, '../../../dist')
    const embedder = new LocalEmbedder({
      program: join(dist, 'embedder.js'),
      model: join(dist, 'model'),
      env: {},
      isOn: () => true,
      log: { error: (message) => expect.unreachable(message) },
    })
    onTestFinished(() => embedder.close())
    return { embedder }
  },
}

test('complaints of three sessions about the same are one proposed rule, of which the next session tells the person', async () => {
  const { lessons, signals, engine } = await told(SAID, withModel)
  const links = (await signals()).filter(({ type }) => type === 'repetition')
  expect(links).toMatchObject([{ subject: expect.stringContaining('changelog'), polarity: 'do', by: 'person' }])
  expect((await lessons()).filter(({ state }) => state !== 'superseded')).toMatchObject([
    { state: 'candidate', support: 3, sessions: 3, polarity: 'do' },
  ])
  const { answer } = await engine.take(draft('SessionStart', { source: 'startup' }, { session: 'next' }))
  expect(JSON.stringify(answer)).toContain('1 thing you said more than once')
}, 300_000)

test('without the model, what shares no words that can be compared stays apart', async () => {
  const { lessons } = await told(SAID)
  expect((await lessons()).map(({ support }) => support)).toEqual([1, 1, 1])
})

test('nothing is brought together while learning is off', async () => {
  const { signals } = await told(SAID, {
    over: (ports) => ({
      ...withModel.over?.(ports),
      config: {
        ...ports.config,
        settings: () => settingsOf({ ...defaults, 'learn.enabled': false }),
      },
    }),
  })
  expect((await signals()).filter(({ type }) => type === 'repetition')).toEqual([])
}, 300_000)
