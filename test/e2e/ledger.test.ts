import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
type Run = Awaited<ReturnType<typeof runHeadless>>
let heron: Run
let kittiwake: Run
let puffin: Run
let razorbill: Run

/** A session with the name of a bird in its prompt, a command and its answer. */
const about = (bird: string, prompt = `Count the ${bird}s in the harbour, please.`): Promise<Run> =>
  runHeadless(world, {
    prompt,
    turns: [
      [{ type: 'tool_use', name: 'Bash', input: { command: `echo seen one ${bird}`, description: 'Look around' } }],
      [{ type: 'text', text: `I counted one ${bird}.` }],
    ],
  })
/** Files under Hindcast's home that contain a text, ignoring case. */
const holding = async (text: string): Promise<string> =>
  (await world.sh(`grep -rlai -- '${text}' "$HINDCAST_HOME" --exclude-dir=app`)).stdout
const found = async (query: string): Promise<unknown[]> =>
  (await hindcastJson<{ results: unknown[] }>(world, 'search', query)).results
const counts = async () => (await hindcastJson<{ counts: Record<string, number> }>(world, 'status')).counts
const reimported = async () => {
  const { errors } = await hindcastJson<{ errors: unknown[] }>(world, 'import')
  expect(errors).toEqual([])
}

beforeAll(async () => {
  world = await makeWorld({ 'README.md': 'birds\n' })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  heron = await about('heron')
  await hindcast(world, 'pause')
  kittiwake = await about('kittiwake')
  await hindcast(world, 'resume')
  puffin = await about('puffin', '<private>Count the puffins, and tell nobody.</private>')
  razorbill = await about('razorbill')
})
afterAll(() => world?.close())

describe('a paused session', () => {
  it('runs as usual, gets no context, and leaves no byte', async () => {
    expect([kittiwake.exitCode, kittiwake.result]).toEqual([0, 'I counted one kittiwake.'])
    expect(contextOf(kittiwake.main[0])).not.toContain('<hindcast-context>')
    expect(await holding('kittiwake')).toBe('')
  })

  it('is skipped when its transcript is imported afterwards', async () => {
    await reimported()
    expect(await holding('kittiwake')).toBe('')
    expect((await counts()).sessions).toBe(3)
  })
})

describe('a private prompt', () => {
  it('leaves no byte, nor does the work it caused, not even after an import', async () => {
    expect([puffin.exitCode, puffin.result]).toEqual([0, 'I counted one puffin.'])
    expect(await holding('puffin')).toBe('')
    await reimported()
    expect(await holding('puffin')).toBe('')
  })
})

describe('after resume', () => {
  it('sessions are recorded again and see earlier work', async () => {
    expect(contextOf(razorbill.main[0])).toMatch(/heron/)
    expect((await found('razorbill')).length).toBeGreaterThan(1)
    expect((await hindcastJson<{ paused: unknown[] }>(world, 'status')).paused).toEqual([])
  })
})

describe('a forgotten session', () => {
  it('leaves no byte, lists the transcript that still contains it, and is not imported again', async () => {
    expect(await holding('heron')).not.toBe('')
    const { stillIn } = await hindcastJson<{ stillIn: string[] }>(
      world,
      'forget',
      '--session',
      heron.sessionId,
      '--yes',
    )
    expect(stillIn.join()).toContain(`${heron.sessionId}.jsonl`)
    // The next session was shown it, and its record may quote that
    await hindcastJson(world, 'forget', '--match', 'heron', '--yes')
    expect(await holding('heron')).toBe('')
    const before = await counts()
    await reimported()
    expect(await holding('heron')).toBe('')
    expect(await counts()).toEqual(before)
    expect(await found('razorbill')).not.toEqual([])
  })
})
