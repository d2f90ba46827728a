import { join } from 'node:path'
import { type Embedding, similarity } from '@hindcast/text/similarity.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type EmbedderOptions, LocalEmbedder } from '../../../src/adapters/embedder/embedder.ts'

const dist = join(import.meta.dirname, '../../../dist')
/** Ends what hangs; loading the model takes a busy machine half a minute. */
const LONG = 300_000

function open(more: Partial<EmbedderOptions> = {}) {
  const errors: string[] = []
  const embedder = new LocalEmbedder({
    program: join(dist, 'embedder.js'),
    env: {},
    model: join(dist, 'model'),
    isOn: () => true,
    log: { error: (message) => errors.push(message) },
    ...more,
  })
  onTestFinished(() => embedder.close())
  return { embedder, errors }
}

describe('the embedder', () => {
  test('loads its model with the first text, answers, and frees it when idle', async () => {
    const { embedder } = open({ idleMs: 50 })
    expect(embedder.state().loaded).toBe(false)
    const [asked, kept] = await Promise.all([
      embedder.asked('when is the user signed out?', LONG),
      embedder.kept('the login token expires too early'),
    ])
    expect(similarity(asked as Embedding, kept as Embedding)).toBeGreaterThan(0.2)
    expect(embedder.state().loaded).toBe(true)
    await vi.waitFor(() => expect(embedder.state().loaded).toBe(false), LONG)
    expect(await embedder.kept('and it is loaded again')).toHaveLength(384)
  })

  test('does not wait for a slow text, and knows it the next time', async () => {
    const { embedder } = open()
    expect(await embedder.asked('where is the parser?', 0)).toBeUndefined()
    const meaning = await embedder.asked('where is the parser?', LONG)
    expect(meaning).toHaveLength(384)
    expect(await embedder.asked('where is the parser?', 0)).toBe(meaning)
  })

  test('answers queries before stored texts', async () => {
    const { embedder } = open()
    const order: string[] = []
    const note = (name: string) => () => void order.push(name)
    const kept = ['one', 'two', 'three'].map((text) => embedder.kept(text).then(note(text)))
    const asked = embedder.asked('asked', LONG).then(note('asked'))
    await Promise.all([...kept, asked])
    expect(order).toEqual(['one', 'asked', 'two', 'three'])
  })

  test('loads nothing and returns nothing when disabled', async () => {
    const { embedder } = open({ isOn: () => false })
    expect([await embedder.asked('where?', LONG), await embedder.kept('here')]).toEqual([undefined, undefined])
    expect(embedder.state()).toMatchObject({ on: false, loaded: false })
  })

  test('reports a missing model once, and never waits for it', async () => {
    const { embedder, errors } = open({ model: join(dist, 'nothing') })
    expect(await Promise.all([embedder.asked('where?', LONG), embedder.kept('here')])).toEqual([undefined, undefined])
    expect(await embedder.kept('again')).toBeUndefined()
    expect(errors).toHaveLength(1)
    expect(embedder.state().broken).toContain('nothing')
  })
})
