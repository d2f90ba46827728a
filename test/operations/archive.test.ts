import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { allNouns } from '../../src/domain/nouns/records.ts'
import { operations } from '../../src/operations/registry.ts'
import { commandLine } from '../cli/command-line.ts'
import type { World } from '../daemon/world.ts'
import { ask, call, counts, found, live, say, startedWorlds, turn } from './turns.ts'

const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
const HOSTILE = 'Mend it\n```\n# Not a title\n<script>alert(1)</script>\n[x](javascript:y)'
const newWorld = startedWorlds()

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)
const unproven = (lines: string): string => lines.replace('"rememberedBy":"user"', '"rememberedBy":"agent"')
const body = (file: string): string => unproven(linesOf(file).slice(1).join('\n'))

let old: World
/** The archive of a world with two sessions, a forgotten turn, a private prompt and a pause that was over. */
let file: string
beforeAll(async () => {
  old = await newWorld()
  file = join(old.project, 'kept.jsonl')
  await live(old, 'one', [
    { hook_event_name: 'SessionStart', source: 'startup' },
    ...turn('heron', HOSTILE),
    ...turn('gannet', 'Draw the gannet'),
    ask('secretive', '<private>my own affair</private>'),
  ])
  await old.api('pause', { session: 'one' })
  await live(old, 'one', turn('puffin', 'Draw the puffin'))
  await old.api('resume')
  await live(old, 'two', turn('stork', 'Draw the stork'))
  const said = { text: 'The chimney is swept in May', project: old.project }
  expect((await call(old, 'remember', said)).status).toBe(200)
  await old.api('forget', { match: 'gannet', yes: true })
  expect((await commandLine(old, 'export', 'kept.jsonl')).code).toBe(0)
})

describe('export', () => {
  test("writes relative to the person's folder, readable only by them, and leaves nothing else", () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(old.project)).toEqual(['kept.jsonl'])
    const [header] = linesOf(file).map((line) => JSON.parse(line))
    expect(header).toMatchObject({ hindcast: 'archive', format: 1, counts: { session: 2, prompt: 2, tombstone: 5 } })
    expect(linesOf(file)).toHaveLength(1 + Object.values<number>(header.counts).reduce((sum, n) => sum + n))
    expect(readFileSync(file, 'utf8')).not.toMatch(/gannet|puffin|affair/)
  })

  test('reports how many records of each noun it wrote, without its own logs', async () => {
    const { stdout } = await commandLine(old, 'export', 'kept.jsonl')
    const { counts } = JSON.parse(linesOf(file)[0] ?? '')
    for (const { name } of allNouns.filter(({ name, role }) => counts[name] > 0 && role !== 'log'))
      expect(stdout).toMatch(new RegExp(`${counts[name]} ${name.replaceAll('-', ' ').replace(/y$/, '')}`))
  })

  test('overwrites an archive, and nothing else', async () => {
    expect((await call(old, 'export', { path: file })).status).toBe(200)
    const foreign = join(old.user, 'diary.txt')
    writeFileSync(foreign, 'dear diary\n')
    const { code, stdout, stderr } = await commandLine(old, 'export', foreign)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^hindcast: export failed: \S+diary.txt already exists and was not .+\n$/)
    expect(readFileSync(foreign, 'utf8')).toBe('dear diary\n')
    symlinkSync(file, join(old.user, 'link.jsonl'))
    expect((await call(old, 'export', { path: join(old.user, 'link.jsonl') })).status).toBe(409)
    const nowhere = await call(old, 'export', { path: '/no/such/folder/x.jsonl' })
    expect(nowhere.error.why).toBe('folder /no/such/folder does not exist')
  })

  test("is for people: not an agent's tool, no relative path over HTTP, no GET, a usage error without a path", async () => {
    const own = operations.filter(({ name }) => ['export', 'restore'].includes(name))
    expect(own.map(({ forAgents = false, reads }) => [forAgents, reads])).toEqual([
      [false, false],
      [false, false],
    ])
    expect((await call(old, 'export', { path: 'kept.jsonl' })).status).toBe(409)
    expect((await call(old, 'restore', { path: 'kept.jsonl' })).status).toBe(400)
    expect((await commandLine(old, 'export')).code).toBe(2)
    expect((await commandLine(old, 'restore')).code).toBe(2)
  })
})

describe('restore', () => {
  let fresh: World
  beforeAll(async () => {
    fresh = await newWorld()
  })

  test('into an empty home: equal counts, everything is found, every id opens, and only a note without proof changes', async () => {
    const { code, stdout } = await commandLine(fresh, 'restore', file, '--json')
    expect(code).toBe(0)
    const done = JSON.parse(stdout)
    expect(done).toMatchObject({ complete: true, there: 0, refused: 0, malformed: 0, new: linesOf(file).length - 1 })
    expect(await counts(fresh)).toEqual(await counts(old))
    for (const word of ['heron', 'stork']) {
      const there = await found(old, word)
      expect(there.length).toBeGreaterThan(3)
      expect(new Set((await found(fresh, word)).map(({ id }) => id))).toEqual(new Set(there.map(({ id }) => id)))
    }
    const records = linesOf(file).map((line) => JSON.parse(line))
    const shown = records.filter(({ kind }) => ['event', 'prompt', 'handoff'].includes(kind))
    const ids = shown.map(({ record }) => record.id)
    expect((await fresh.api('show', { ids })).items).toHaveLength(ids.length)
    await fresh.api('export', { path: join(fresh.project, 'again.jsonl') })
    expect(body(join(fresh.project, 'again.jsonl'))).toBe(body(file))
  })

  test('is safe to run twice, and says so', async () => {
    expect(await fresh.api('restore', { path: file })).toMatchObject({ complete: true, new: 0, refused: 0 })
    await fresh.api('export', { path: join(fresh.project, 'again.jsonl') })
    expect(body(join(fresh.project, 'again.jsonl'))).toBe(body(file))
  })

  test('keeps forgotten, private and paused records out of the restored home, which continues to work', async () => {
    const before = await counts(fresh)
    await live(fresh, 'one', turn('gannet', 'Draw the gannet'))
    await say(fresh, 'one', { ...turn('x', 'x')[1], prompt_id: 'secretive' })
    expect(await found(fresh, 'gannet')).toEqual([])
    expect(await counts(fresh)).toMatchObject({ prompts: before.prompts, events: before.events })
    await live(fresh, 'one', turn('egret', 'Draw the egret'))
    expect((await found(fresh, 'egret')).length).toBeGreaterThan(3)
  })

  test('into a home with records keeps them, under its own secrets, and adds what it has not forgotten', async () => {
    const other = await newWorld()
    await live(other, 'three', [...turn('ibis', 'Draw the ibis'), ...turn('dodo', 'Draw the dodo')])
    await other.api('forget', { match: 'dodo', yes: true })
    await live(other, 'two', turn('stork', 'Draw the stork'))
    await other.api('forget', { session: 'two', yes: true })
    const done = await other.api('restore', { path: file })
    expect(done).toMatchObject({ complete: true, kinds: { session: { new: 1, refused: 1 }, prompt: { refused: 1 } } })
    expect(await found(other, 'stork')).toEqual([])
    expect((await found(other, 'ibis')).length).toBeGreaterThan(3)
    expect((await found(other, 'heron')).length).toBeGreaterThan(3)
    await live(other, 'three', turn('dodo', 'Draw the dodo'))
    await live(other, 'one', turn('gannet', 'Draw the gannet'))
    expect([await found(other, 'dodo'), await found(other, 'gannet')]).toEqual([[], []])
  })
})

describe('a modified file', () => {
  let target: World
  beforeAll(async () => {
    target = await newWorld()
  })
  const given = (name: string, lines: readonly string[]): string => {
    const path = join(target.user, name)
    writeFileSync(path, lines.join('\n'))
    return path
  }

  test.each([
    ['empty', []],
    ['foreign', ['{"kind":"event"}', 'hello']],
    ['binary', ['\u0000\u0001']],
    ['newer', ['{"hindcast":"archive","format":99,"version":"9.0.0","at":1,"counts":{}}']],
  ])('%s: is refused without any change', async (name, lines) => {
    const before = await counts(target)
    const refused = await call(target, 'restore', { path: given(name, lines) })
    expect(refused).toMatchObject({ status: 400, error: { code: 'bad-archive' } })
    expect(await counts(target)).toEqual(before)
  })

  test('torn: complete lines are restored, the torn one is reported, and the complete file adds the rest', async () => {
    const lines = linesOf(file)
    const torn = readFileSync(file, 'utf8').slice(0, -40 - (lines.at(-1)?.length ?? 0))
    const done = await target.api('restore', { path: given('torn', [torn]) })
    expect(done).toMatchObject({ complete: false, malformed: 1, errors: [{ line: lines.length - 1 }] })
    expect(await target.api('restore', { path: file })).toMatchObject({
      complete: true,
      new: lines.length - 1 - done.new,
    })
    expect(await counts(target)).toEqual(await counts(old))
  })

  test('hostile: bad lines are counted and reported, secrets are cut, pauses cannot be imposed, and the daemon survives', async () => {
    const [header = '', ...lines] = linesOf(file)
    const event = JSON.parse(lines.find((line) => line.includes('"kind":"event"')) ?? '').record
    const as = (kind: string, more: object, from: object = event) =>
      JSON.stringify({ kind, record: { ...from, ...more } })
    const far = Date.now() + 1e9
    const done = await target.api('restore', {
      path: given('hostile', [
        header,
        'not JSON',
        '['.repeat(100_000),
        as('event', { id: "e_'; DROP TABLE events" }),
        as('event', { id: 'e_1', filesRead: 'x' }),
        as('event', { id: 'e_2', input: 'x'.repeat(300_000) }),
        as('event', { id: 'e_3', at: -1 }),
        as('events', { id: 'e_4' }),
        as('pause', { since: 1, until: far }, {}),
        as('tombstone', { hash: 'ab'.repeat(32), until: far }, {}),
        'x'.repeat(5 * 1024 * 1024),
        `{"kind":"event","record":${JSON.stringify({ ...event, id: 'e_5' }).replace('"body":{', '"body":{"__proto__":{"a":1},')}}`,
        as('event', { id: 'e_6', output: `the token is ${TOKEN}` }),
      ]),
    })
    expect(done).toMatchObject({ complete: false, new: 2, malformed: 10 })
    expect(done.errors.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    const [shown] = (await target.api('show', { ids: ['e_6'] })).items
    expect(shown.output).toBe('the token is [redacted:github]')
    expect(await target.isAlive()).toBe(true)
    expect((await target.api('status')).paused).toEqual([])
  })
})

describe('--format markdown', () => {
  const pages = (dir: string): string[] =>
    readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.md') && name !== 'index.md',
    )

  test('writes a folder to read: a page for each session, an index that links them, and the archive', async () => {
    const dir = join(old.project, 'notes')
    const { code, stdout } = await commandLine(old, 'export', '--format', 'markdown', 'notes')
    expect([code, stdout]).toEqual([0, expect.stringContaining(`4 files in ${dir}`)])
    const index = readFileSync(join(dir, 'index.md'), 'utf8')
    expect(pages(dir)).toHaveLength(2)
    for (const page of pages(dir)) {
      expect(index).toContain(`](${page})`)
      expect(page).toMatch(/^project-[a-z0-9]+\/\d{4}-\d\d-\d\d-(one|two)\.md$/)
    }
    const target = await newWorld()
    expect(await target.api('restore', { path: dir })).toMatchObject({ complete: true, refused: 0 })
    expect(await counts(target)).toEqual(await counts(old))
  })

  test('tells the story with ids, and no text escapes its place', () => {
    const dir = join(old.project, 'notes')
    const textOf = (session: string): string =>
      readFileSync(join(dir, pages(dir).find((name) => name.includes(session)) ?? ''), 'utf8')
    const text = textOf('one')
    expect(text).toMatch(/^---\nhindcast: session\nid: "one"\n[\s\S]+\nprompts: 1\n[\s\S]+?---\n\n# Mend it\n/)
    for (const letter of 'peomh') expect(textOf('two')).toMatch(new RegExp(`\`${letter}_\\w{16}\``))
    const outside = text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '').replace(/(`+)[^`]+\1/g, '')
    expect(text).toContain('<script>')
    expect(outside).not.toMatch(/^# Not a title|<script|\[x\]\(java/m)
  })

  test('updates it when run again; foreign files are left alone and listed', async () => {
    const dir = join(old.project, 'notes')
    writeFileSync(join(dir, 'index.md'), '# My own index\n')
    expect(await old.api('export', { path: dir, format: 'markdown' })).toMatchObject({
      files: 3,
      left: [join(dir, 'index.md')],
    })
    expect(readFileSync(join(dir, 'index.md'), 'utf8')).toBe('# My own index\n')
  })

  test('refuses a foreign folder, without writing to it', async () => {
    const dir = join(old.user, 'papers')
    mkdirSync(dir)
    writeFileSync(join(dir, 'letter.md'), 'Dear …')
    expect((await call(old, 'export', { path: dir, format: 'markdown' })).status).toBe(409)
    expect(readdirSync(dir)).toEqual(['letter.md'])
    expect((await call(old, 'export', { path: join(dir, 'letter.md'), format: 'markdown' })).status).toBe(409)
    expect(existsSync(join(dir, 'index.md'))).toBe(false)
  })
})
