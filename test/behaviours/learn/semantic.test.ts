import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { LocalEmbedder } from '../../../src/adapters/embedder/embedder.ts'
import { defaults, settingsOf } from '../../../src/domain/settings.ts'
import type { Options } from '../../engine/world.ts'
import { draft } from '../../engine/world.ts'
import { lived } from './layers.ts'

/** About the same by the words that say what it is about. */
const SAID = ['You forgot the changelog again', 'The changelog is missing', "the changelog wasn't updated"]
/** About the same by its meaning only. */
const REWORDED = [
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
  const { lessons, signals, engine } = await told(SAID)
  const links = (await signals()).filter(({ type }) => type === 'repetition')
  expect(links).toMatchObject([{ subject: 'the changelog', polarity: 'do', by: 'person' }])
  expect(await lessons()).toMatchObject([{ state: 'candidate', support: 3, sessions: 3, subject: 'the changelog' }])
  const { answer } = await engine.take(draft('SessionStart', { source: 'startup' }, { session: 'next' }))
  expect(JSON.stringify(answer)).toContain('1 thing you said more than once')
})

test('two are not enough', async () => {
  const { signals } = await told(SAID.slice(0, 2))
  expect((await signals()).map(({ type }) => type)).toEqual(['correction', 'correction'])
})

test('the model brings together what shares no words that can be compared', async () => {
  const alone = await told(REWORDED)
  expect((await alone.lessons()).filter(({ support }) => support === 3)).toEqual([])
  const { lessons } = await told(REWORDED, withModel)
  expect((await lessons()).filter(({ state }) => state !== 'superseded')).toMatchObject([
    { support: 3, state: 'candidate', polarity: 'do' },
  ])
}, 300_000)

test('nothing is brought together while learning is off', async () => {
  const { signals } = await told(SAID, {
    over: ({ config }) => ({
      config: {
        ...config,
        settings: () => settingsOf({ ...defaults, 'learn.enabled': false }),
      },
    }),
  })
  expect((await signals()).filter(({ type }) => type === 'repetition')).toEqual([])
})
