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
/** What the client recorded of the answer. */
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

describe('a /hindcast prompt without a terminal', () => {
  it('is answered without asking a model, and is not stored', async () => {
    const before = await counts()
    const run = await order('status')
    expect([run.exitCode, run.requests.map(({ kind }) => kind)]).toEqual([0, []])
    expect(answerTo(run)).toMatch(/Hindcast [\d.]+ is running on port \d+/)
    const { sessions: _s, events: _e, ...rest } = await counts()
    expect(before).toMatchObject(rest)
  })

  it('is not imported from the transcript', async () => {
    await hindcastJson(world, 'import')
    expect((await counts()).prompts).toBe(1)
  })

  it('cannot forget if it comes from a script', async () => {
    const run = await order('forget heron yes')
    expect([run.requests.length, (await found('heron')).length > 0]).toEqual([0, true])
    expect(answerTo(run)).toContain('Only a person can delete records')
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

  it('sees the answer, without a request to a model', async () => {
    const screen = await answer('search heron', /Count the herons in the harbour/)
    expect(hookErrors(screen).filter((line) => !line.includes('operation blocked by hook'))).toEqual([])
    expect(terminal.api.requests.filter(({ kind }) => kind === 'main')).toEqual([])
  })

  it('can have a note remembered as their own words, which the next session is shown', async () => {
    await answer('remember The staging database is reset every Monday', /Saved as o_\w+: The staging/)
    const [hit] = await found('staging database', '--kind', 'observation')
    const { items } = await hindcastJson<{ items: Record<string, unknown>[] }>(world, 'show', hit?.id ?? '')
    expect(items[0]).toMatchObject({ rememberedBy: 'user', narrative: 'The staging database is reset every Monday' })
    const [evidence] = (items[0] as { evidence: string[] }).evidence
    const cited = await hindcastJson<{ items: Record<string, unknown>[] }>(world, 'show', evidence ?? '')
    expect(cited.items[0]).toMatchObject({ kind: 'event', name: 'UserPromptSubmit' })
    expect(await found('staging database', '--kind', 'prompt')).toEqual([])
  })

  it('can pause the session, and resume it while it is paused', async () => {
    await answer('pause', /Paused in this session: nothing is recorded or recalled/)
    await terminal.ask('Count the puffins')
    await answer('status', /Paused +session/)
    await answer('resume', /Resumed\./)
    expect(await found('puffins')).toEqual([])
    expect((await hindcastJson<{ paused: unknown[] }>(world, 'status')).paused).toEqual([])
  })

  it('is asked before anything is forgotten, and confirms with yes', async () => {
    await answer('forget heron', /would permanently delete 1 prompt, .+To confirm: \/hindcast forget heron yes/s)
    expect(await found('heron')).not.toEqual([])
    await answer('forget heron yes', /Deleted 1 prompt/)
    await terminal.ask('Count the gannets')
    expect(await found('heron')).toEqual([])
  })

  it('leaves no trace of these commands in later requests to the model', async () => {
    const [request] = (await terminal.ask('Say hello')).filter(({ kind }) => kind === 'main')
    const sent = contextOf(request)
    expect(sent).toContain('Say hello')
    for (const words of ['/hindcast search', '/hindcast forget', 'would permanently delete', 'Saved as'])
      expect(sent).not.toContain(words)
    await terminal.exit()
  })
})

describe('doctor', () => {
  it('finds no problem after real sessions', async () => {
    type Checks = { ok: boolean; checks: { name: string; ok: boolean | null }[] }
    const { ok, checks } = await hindcastJson<Checks>(world, 'doctor')
    expect(checks.filter((check) => check.ok === false)).toEqual([])
    const isWell = (name: string) => checks.find((check) => check.name === name)?.ok
    expect([ok, isWell('arrivals'), isWell('memory'), isWell('round trip')]).toEqual([true, true, true, true])
  })
})

describe('the file that defines the slash command', () => {
  it('is deleted on disconnect, with its empty folders', async () => {
    expect(existsSync(skill())).toBe(true)
    expect((await runHeadless(world, { prompt: 'Say hi' })).exitCode).toBe(0)
    await hindcast(world, 'down')
    expect(existsSync(join(world.home, '.claude/skills'))).toBe(false)
  })

  it('is left alone if somebody else wrote it', async () => {
    mkdirSync(join(skill(), '..'), { recursive: true })
    writeFileSync(skill(), 'mine\n')
    expect((await hindcast(world, 'up', '--no-import')).exitCode).toBe(0)
    expect(readFileSync(skill(), 'utf8')).toBe('mine\n')
    await hindcast(world, 'down')
    expect(readFileSync(skill(), 'utf8')).toBe('mine\n')
  })
})
