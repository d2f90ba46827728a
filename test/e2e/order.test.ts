import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contextOf, type HeadlessResult, runHeadless } from './lab/headless.ts'
import { hindcast, hindcastJson } from './lab/product.ts'
import { hookErrors, openTerminal, type Terminal } from './lab/terminal.ts'
import { makeWorld, type World } from './lab/world.ts'

let world: World
const skill = () => join(world.home, '.claude/skills/hindcast/SKILL.md')
const counts = async () => (await hindcastJson<{ counts: Record<string, number> }>(world, 'status')).counts
const order = (words: string): Promise<HeadlessResult> => runHeadless(world, { prompt: `/hindcast ${words}` })
/** What the client wrote of the answer. */
const answerTo = ({ stdout, debugLog }: HeadlessResult): string => `${stdout}\n${debugLog}`
const found = async (query: string, ...more: string[]) =>
  (await hindcastJson<{ results: { id: string; kind: string }[] }>(world, 'search', query, ...more)).results

beforeAll(async () => {
  world = await makeWorld({ 'a.txt': 'one\n' })
  const up = await hindcast(world, 'up')
  expect(up.exitCode, up.stderr).toBe(0)
  await runHeadless(world, { prompt: 'Count the herons in the harbour, please.' })
})
afterAll(() => world?.close())

describe('a prompt that is an order, without a terminal', () => {
  it('is answered with no request to a model, and is not kept', async () => {
    const before = await counts()
    const run = await order('status')
    expect([run.exitCode, run.requests.map(({ kind }) => kind)]).toEqual([0, []])
    expect(answerTo(run)).toMatch(/running {2}version/)
    const { sessions: _s, events: _e, ...rest } = await counts()
    expect(before).toMatchObject(rest)
  })

  it('is not brought back by reading the transcript', async () => {
    await hindcastJson(world, 'import')
    expect((await counts()).prompts).toBe(1)
  })

  it('of a script may not forget', async () => {
    const run = await order('forget heron yes')
    expect([run.requests.length, (await found('heron')).length > 0]).toEqual([0, true])
    expect(answerTo(run)).toContain('Forgetting takes a person')
  })
})

describe('the person at the terminal', () => {
  let terminal: Terminal
  let answer: (words: string, expected: RegExp) => Promise<string>
  beforeAll(async () => {
    terminal = await openTerminal(world)
    answer = async (words, expected) => {
      await terminal.type(`/hindcast ${words}`)
      return terminal.until(expected)
    }
  })

  it('sees the answer, and no model is asked', async () => {
    const screen = await answer('search heron', /Count the herons in the harbour/)
    expect(hookErrors(screen).filter((line) => !line.includes('operation blocked by hook'))).toEqual([])
    expect(terminal.api.requests.filter(({ kind }) => kind === 'main')).toEqual([])
  })

  it('has something remembered as their own word, which the next session is told', async () => {
    await answer('remember The staging database is reset every Monday', /Saved as o_\w+: The staging/)
    const [hit] = await found('staging database', '--kind', 'observation')
    const { items } = await hindcastJson<{ items: Record<string, unknown>[] }>(world, 'show', hit?.id ?? '')
    expect(items[0]).toMatchObject({ rememberedBy: 'user', narrative: 'The staging database is reset every Monday' })
    const [evidence] = (items[0] as { evidence: string[] }).evidence
    const cited = await hindcastJson<{ items: Record<string, unknown>[] }>(world, 'show', evidence ?? '')
    expect(cited.items[0]).toMatchObject({ kind: 'event', name: 'UserPromptSubmit' })
    expect(await found('staging database', '--kind', 'prompt')).toEqual([])
  })

  it('pauses and resumes the session, and is heard while it is paused', async () => {
    await answer('pause', /Paused in this session: nothing is recorded or recalled/)
    await terminal.ask('Count the puffins')
    await answer('status', /Paused +session/)
    await answer('resume', /Resumed\./)
    expect(await found('puffins')).toEqual([])
    expect((await hindcastJson<{ paused: unknown[] }>(world, 'status')).paused).toEqual([])
  })

  it('is asked before anything is forgotten, and has it forgotten by a yes', async () => {
    await answer('forget heron', /would permanently delete 1 prompt, .+To confirm: \/hindcast forget heron yes/s)
    expect(await found('heron')).not.toEqual([])
    await answer('forget heron yes', /Deleted 1 prompt/)
    await terminal.ask('Count the gannets')
    expect(await found('heron')).toEqual([])
  })

  it('finds none of it in what the model is sent afterwards', async () => {
    const [request] = (await terminal.ask('Say hello')).filter(({ kind }) => kind === 'main')
    const sent = contextOf(request)
    expect(sent).toContain('Say hello')
    for (const words of ['/hindcast search', '/hindcast forget', 'would permanently delete', 'Saved as'])
      expect(sent).not.toContain(words)
    await terminal.exit()
  })
})

describe('doctor', () => {
  it('finds all well after real sessions', async () => {
    type Checks = { ok: boolean; checks: { name: string; ok: boolean | null }[] }
    const { ok, checks } = await hindcastJson<Checks>(world, 'doctor')
    expect(checks.filter((check) => check.ok === false)).toEqual([])
    const isWell = (name: string) => checks.find((check) => check.name === name)?.ok
    expect([ok, isWell('arrivals'), isWell('memory'), isWell('round trip')]).toEqual([true, true, true, true])
  })
})

describe('the file that makes the order known', () => {
  it('goes with the connection, its folders too', async () => {
    expect(existsSync(skill())).toBe(true)
    expect((await runHeadless(world, { prompt: 'Say hi' })).exitCode).toBe(0)
    await hindcast(world, 'down')
    expect(existsSync(join(world.home, '.claude/skills'))).toBe(false)
  })

  it('is left alone where it is somebody else’s', async () => {
    mkdirSync(join(skill(), '..'), { recursive: true })
    writeFileSync(skill(), 'mine\n')
    expect((await hindcast(world, 'up', '--no-import')).exitCode).toBe(0)
    expect(readFileSync(skill(), 'utf8')).toBe('mine\n')
    await hindcast(world, 'down')
    expect(readFileSync(skill(), 'utf8')).toBe('mine\n')
  })
})
