import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine, commandLineIn } from '../cli/command-line.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'

let world: World
let root: string
beforeAll(async () => {
  world = makeWorld()
  root = realpathSync(world.root)
  await world.start()
})
afterAll(() => world.remove())

const at = (name: string) => join(root, name)

async function git(dir: string, ...words: string[]): Promise<void> {
  const allowed = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'protocol.file.allow=always']
  await execa('git', [...allowed, ...words], { cwd: dir, env: { HOME: world.user }, extendEnv: true })
}

/** A repository with one commit and, where it is given, a remote. */
async function repository(name: string, remote?: string): Promise<string> {
  const dir = at(name)
  mkdirSync(dir)
  await git(dir, 'init', '-q')
  await git(dir, 'commit', '-q', '--allow-empty', '-m', name)
  if (remote !== undefined) await git(dir, 'remote', 'add', 'origin', `https://example.com/${remote}.git`)
  return dir
}

let sessions = 0
/** Starts a session, in which something is asked; what it tells the person at its start. */
async function session(cwd: string, prompt: string): Promise<string> {
  const session_id = `s${sessions++}`
  const post = async (event: object) => (await world.post('/hook', JSON.stringify({ session_id, cwd, ...event }))).body
  const answer = await post({ hook_event_name: 'SessionStart', source: 'startup' })
  await post({ hook_event_name: 'UserPromptSubmit', prompt })
  return (JSON.parse(answer) as { systemMessage?: string }).systemMessage ?? ''
}

const hindcast = (...words: string[]) => commandLine(world, ...words)

async function done(...words: string[]) {
  const { code, stdout, stderr } = await hindcast('project', ...words, '--json')
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout) as {
    projects: { root: string; paths: string[]; sessions: number; looksLike: { root: string; command: string } | null }[]
    settled: { said: string; undo: string | null } | null
  }
}

const projectIn = async (dir: string) => (await done()).projects.find(({ paths }) => paths.includes(dir))

/** How many prompts with a word are found in a project. */
async function found(dir: string, word: string): Promise<number> {
  const { results = [] } = await world.api('search', { query: word, project: dir })
  return (results as { kind: string }[]).filter(({ kind }) => kind === 'prompt').length
}

describe('a renamed folder', () => {
  let [old, moved] = ['', '']
  beforeAll(async () => {
    old = await repository('old')
    moved = at('moved folder')
    await session(old, 'paint the okapi')
    await world.api('remember', { text: 'okapis are striped', from: old })
    renameSync(old, moved)
  })

  test('is proposed at the start of each session there, in one line, until a person decides', async () => {
    for (let n = 0; n < 2; n++) {
      const lines = (await session(moved, 'paint the tapir')).split('\n').filter((line) => line.includes('looks like'))
      expect(lines).toEqual([
        `Hindcast: this looks like old, known at ${old}; if it is, run \`hindcast project move ${old} '${moved}'\`, if not, \`hindcast project split '${moved}'\``,
      ])
    }
    const open = { root: old, command: `hindcast project move ${old} '${moved}'` }
    expect((await projectIn(moved))?.looksLike).toEqual(open)
    const status = (...words: string[]) => commandLine({ ...world, project: moved }, 'status', ...words)
    expect(JSON.parse((await status('--json')).stdout).looksLike).toEqual(open)
    const text = (await status()).stdout.replace(/\s+/g, ' ')
    expect(text).toContain(`Project looks like ${old}; if it is, run hindcast project move ${old} '${moved}'`)
    expect((await world.api('status', { project: old })).looksLike).toBeNull()
  })

  test('has all that was recorded under its old name once a person says so, and is found by either name', async () => {
    expect((await done('move', old, moved)).settled?.undo).toBe(`hindcast project split '${moved}'`)
    for (const dir of [old, moved]) expect([await found(dir, 'okapi'), await found(dir, 'tapir')]).toEqual([1, 1])
    expect(await projectIn(old)).toMatchObject({ root: moved, sessions: 3, looksLike: null })
    expect(await session(moved, 'paint the ibex')).not.toContain('looks like')
    expect((await world.api('status', { project: moved })).looksLike).toBeNull()
    expect(await projectIn(old)).toMatchObject({ root: moved, sessions: 4 })
    expect((await world.api('context', { event: 'SessionStart', project: moved })).text).toContain('okapi')
  })

  test('is not moved twice', async () => {
    expect((await done('move', old, moved)).settled).toEqual({ said: `Already known as ${moved}.`, undo: null })
  })

  test('is as it was once it is split off', async () => {
    await done('split', moved)
    expect(await projectIn(old)).toMatchObject({ root: old, sessions: 1 })
    expect(await projectIn(moved)).toMatchObject({ root: moved, sessions: 3, looksLike: null })
    expect([await found(old, 'okapi'), await found(old, 'tapir')]).toEqual([1, 0])
    expect([await found(moved, 'okapi'), await found(moved, 'tapir')]).toEqual([0, 1])
    expect(await session(moved, 'paint the gnu')).not.toContain('looks like')
  })
})

describe('a second clone', () => {
  let [first, second] = ['', '']
  beforeAll(async () => {
    first = await repository('first', 'aviary')
    second = await repository('second', 'aviary')
    await session(first, 'feed the heron')
  })

  test('is proposed there and not in the first, and is counted with it once a person says so', async () => {
    expect(await session(second, 'feed the egret')).toContain(`\`hindcast project merge ${second} ${first}\``)
    expect(await session(first, 'feed the stork')).not.toContain('looks like')
    await done('merge', second, first)
    expect(await projectIn(second)).toMatchObject({ root: first, paths: [first, second], sessions: 3 })
    await session(second, 'feed the ibis')
    expect([await found(first, 'egret'), await found(second, 'heron'), await found(first, 'ibis')]).toEqual([1, 1, 1])
    expect((await done('merge', second, first)).settled?.undo).toBeNull()
  })

  test('is a project of its own again after split, with what was recorded there since', async () => {
    await done('split', second)
    expect([await found(second, 'egret'), await found(second, 'ibis'), await found(second, 'heron')]).toEqual([1, 1, 0])
    expect([await found(first, 'egret'), await found(first, 'heron')]).toEqual([0, 1])
  })

  test('is not called moved while the first is there', async () => {
    const { code, stderr } = await hindcast('project', 'move', first, second)
    expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringContaining('is still there')])
  })
})

test('a fork that a person says is its own is not proposed again', async () => {
  const template = await repository('template', 'kit')
  const fork = await repository('fork', 'kit')
  await session(template, 'sand the keel')
  expect(await session(fork, 'sand the mast')).toContain('looks like')
  await done('split', fork)
  for (const dir of [fork, template]) expect(await session(dir, 'sand the oar')).not.toContain('looks like')
})

test('what began with the same commit is proposed once that is known, whatever its remote; a shallow clone knows none', async () => {
  const began = await repository('began')
  const whole = at('began-whole')
  await git(root, 'clone', '-q', began, whole)
  await git(whole, 'remote', 'remove', 'origin')
  await git(root, 'clone', '-q', '--depth', '1', `file://${began}`, at('began-shallow'))
  await session(began, 'wind the clock')
  for (const dir of [at('began-shallow'), whole]) await session(dir, 'wind the watch')
  await until('it is known', async () => (await projectIn(whole))?.looksLike !== null)
  expect((await projectIn(whole))?.looksLike).toMatchObject({ command: `hindcast project merge ${whole} ${began}` })
  expect((await projectIn(at('began-shallow')))?.looksLike).toBeNull()
})

test('a submodule counts as the repository around it once it is rolled up, and a plain folder as the one above', async () => {
  const part = await repository('part')
  const whole = await repository('whole')
  await git(whole, 'submodule', 'add', '-q', part, 'lib')
  const plain = at('plain')
  mkdirSync(join(plain, 'sub'), { recursive: true })
  for (const [above, below] of [
    [whole, join(whole, 'lib')],
    [plain, join(plain, 'sub')],
  ] as const) {
    await session(above, `oil the winch of ${above}`)
    await session(below, 'oil the capstan')
    expect(await found(above, 'capstan')).toBe(0)
    await done('roll-up', below)
    await done('roll-up', below)
    await session(below, 'oil the anchor')
    expect([await found(above, 'capstan'), await found(above, 'anchor')]).toEqual([1, 1])
    await done('split', below)
    expect([await found(above, 'capstan'), await found(below, 'anchor')]).toEqual([0, 1])
  }
})

test('only a person decides, and only about what is known', async () => {
  const dir = await repository('kept')
  await session(dir, 'trim the sail')
  const byAgent = await commandLineIn(world, { CLAUDECODE: '1' }, 'project', 'split', dir)
  expect([byAgent.code, byAgent.stderr]).toEqual([1, expect.stringContaining('agents cannot do this')])
  for (const words of [
    ['move', at('nowhere'), dir],
    ['merge', dir, at('nowhere')],
    ['roll-up', at('nowhere')],
  ]) {
    const { code, stderr } = await hindcast('project', ...words)
    expect([words, code, stderr]).toEqual([words, 1, expect.stringMatching(/nothing recorded for|no project is known/)])
  }
  for (const words of [['merge', dir], ['split'], ['split', dir, dir]])
    expect([words, (await hindcast('project', ...words)).code]).toEqual([words, 2])
})

test('a session that goes on in a folder when it is merged is recorded in the project that it counts as', async () => {
  const [one, other] = [await repository('one'), await repository('other')]
  writeFileSync(join(one, 'a.txt'), 'a')
  await session(other, 'mend the net')
  await session(one, 'mend the rope')
  const running = `s${sessions - 1}`
  await done('merge', one, other)
  const event = { session_id: running, cwd: one, hook_event_name: 'UserPromptSubmit', prompt: 'mend the buoy' }
  await world.post('/hook', JSON.stringify(event))
  expect([await found(other, 'rope'), await found(other, 'buoy')]).toEqual([1, 1])
  rmSync(one, { recursive: true })
  expect(await found(one, 'net')).toBe(1)
})
