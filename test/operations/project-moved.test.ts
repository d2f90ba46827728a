import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectId } from '../../src/domain/identity.ts'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, type World } from '../daemon/world.ts'
import { live } from './turns.ts'

let world: World
let root: string
beforeAll(async () => {
  world = makeWorld()
  root = realpathSync(world.root)
  await world.start()
})
afterAll(() => world.remove())

const CHECK = { command: 'node check.mjs' }
const WRONG = 'AssertionError: last([1, 2]) is undefined'
const END = { hook_event_name: 'SessionEnd', reason: 'other' }

let calls = 0
const used = (cwd: string, tool_name: string, tool_input: object, more: object) => ({
  ...{ cwd, hook_event_name: 'PostToolUse', prompt_id: 'p', tool_use_id: `t${calls++}`, tool_name, tool_input },
  ...more,
})

const read = (cwd: string, file_path: string) =>
  used(cwd, 'Read', { file_path }, { tool_response: { type: 'text', file: { filePath: file_path, content: 'x' } } })

function edited(cwd: string, filePath: string) {
  const [old_string, new_string] = ['list[list.length]', 'list[list.length - 1]']
  const tool_response = { filePath, oldString: old_string, newString: new_string, structuredPatch: [] }
  return used(cwd, 'Edit', { file_path: filePath, old_string, new_string }, { tool_response })
}

/** A session in which a check fails, a file is changed, and the check passes. */
const fixing = (cwd: string, file: string): object[] => [
  { cwd, hook_event_name: 'SessionStart', source: 'startup' },
  {
    cwd,
    hook_event_name: 'UserPromptSubmit',
    prompt_id: 'p',
    prompt: 'Fix the off-by-one in last() of the okapi list',
  },
  read(cwd, file),
  used(cwd, 'Bash', CHECK, { hook_event_name: 'PostToolUseFailure', error: `Exit code 1\n${WRONG}` }),
  edited(cwd, file),
  used(cwd, 'Bash', CHECK, { tool_response: { stdout: 'ok', stderr: '', interrupted: false } }),
  {
    ...{ cwd, hook_event_name: 'Stop', prompt_id: 'p', stop_hook_active: false },
    last_assistant_message: 'The index was one past the end; the check passes.',
  },
  { cwd, ...END },
]

/** What the model is told in answer to an event. */
async function told(session_id: string, event: object): Promise<string> {
  const { body } = await world.post('/hook', JSON.stringify({ session_id, ...event }))
  const answer = JSON.parse(body) as { hookSpecificOutput?: { additionalContext?: string } }
  return answer.hookSpecificOutput?.additionalContext ?? ''
}

/** Starts a session, in which something is asked. */
async function begun(session: string, cwd: string, prompt: string): Promise<void> {
  await told(session, { cwd, hook_event_name: 'SessionStart', source: 'startup' })
  await told(session, { cwd, hook_event_name: 'UserPromptSubmit', prompt })
}

/** How many prompts with a word a project holds. */
async function found(dir: string, word: string): Promise<number> {
  const { results = [] } = await world.api('search', { query: word, project: dir })
  return (results as { kind: string }[]).filter(({ kind }) => kind === 'prompt').length
}

/** A transcript of one prompt, as another machine or an earlier time left it. */
function transcript(name: string, cwd: string, content: string): string {
  const path = join(root, `${name}.jsonl`)
  const common = { sessionId: name, cwd, timestamp: '2026-01-02T03:04:05.000Z' }
  const said = { role: 'assistant', model: 'm', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] }
  const lines = [
    { ...common, type: 'user', uuid: `u-${name}`, message: { role: 'user', content } },
    { ...common, type: 'assistant', uuid: `a-${name}`, message: said },
  ]
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

describe.each(['a repository', 'a plain folder'])('%s that was moved', (kind) => {
  const name = kind.replaceAll(' ', '-')
  let [old, moved] = ['', '']
  beforeAll(async () => {
    ;[old, moved] = [join(root, name), join(root, `${name}-moved`)]
    mkdirSync(join(old, 'src'), { recursive: true })
    writeFileSync(join(old, 'src/range.mjs'), 'export const last = (list) => list[list.length]\n')
    if (kind === 'a repository') await execa('git', ['init', '-q'], { cwd: old, env: { HOME: world.user } })
    await live(world, `${name}-1`, fixing(old, join(old, 'src/range.mjs')))
    renameSync(old, moved)
    const { code, stdout } = await commandLine({ ...world, project: moved }, 'project', 'move', old)
    expect([code, stdout]).toEqual([0, expect.stringContaining('is now known as')])
  })

  test('is the current folder where no other is named, and hands its files over', async () => {
    const { projects } = await world.api('project')
    const project = (projects as { root: string; paths: string[] }[]).find(({ paths }) => paths.includes(old))
    expect(project?.root).toBe(moved)
    const text = await told(`${name}-2`, { cwd: moved, hook_event_name: 'SessionStart', source: 'startup' })
    expect(text).toContain('files: src/range.mjs')
    expect(text).not.toContain(old)
  })

  test('has what is known of a file told when it is read there', async () => {
    const file = join(moved, 'src/range.mjs')
    expect(await told(`${name}-2`, read(moved, file))).toContain('Notes on range.mjs')
    expect(await told(`${name}-2`, read(moved, join(moved, 'other.mjs')))).not.toContain('Notes on')
  })

  test('has sessions there told what others changed', async () => {
    const file = join(moved, 'src/range.mjs')
    for (const n of [3, 4]) {
      await begun(`${name}-${n}`, moved, 'Look')
      await told(`${name}-${n}`, read(moved, file))
    }
    await told(`${name}-4`, edited(moved, file))
    expect(await told(`${name}-3`, read(moved, join(moved, 'other.mjs')))).toContain('range.mjs was changed')
    await told(`${name}-3`, END)
    await told(`${name}-4`, END)
  })

  test('has what is imported later of its old folder, and of folders that were inside it', async () => {
    for (const [n, folder] of ['', 'src', 'src/gone/deep', '.worktrees/side'].entries()) {
      const path = transcript(`${name}-past-${n}`, join(old, folder), `Feed the quokka of keeper ${name} ${n}`)
      await commandLine(world, 'import', path, '--from', 'claude-code')
      expect(await found(moved, 'quokka')).toBe(n + 1)
    }
  })
})

test('what another machine exported of a clone is found where that counts, whenever it is restored', async () => {
  const [whole, clone] = [join(root, 'aviary'), join(root, 'aviary-clone')]
  for (const dir of [whole, clone]) {
    mkdirSync(dir)
    await execa('git', ['init', '-q'], { cwd: dir, env: { HOME: world.user } })
    await begun(`aviary-${dir.length}`, dir, `Feed the heron in ${dir}`)
  }
  expect((await commandLine(world, 'project', 'merge', clone, whole)).code).toBe(0)
  const exported = join(root, 'all.jsonl')
  await world.api('export', { path: exported })
  const [header = ''] = readFileSync(exported, 'utf8').split('\n')
  const [project, session, at] = [projectId(join(clone, '.git')), 'elsewhere', 1_000]
  const records = [
    { kind: 'project', record: { id: project, name: 'aviary-clone', root: clone } },
    { kind: 'session', record: { id: session, project, host: 'claude-code', startedAt: at, lastSeenAt: at } },
    {
      kind: 'prompt',
      record: { id: 'p_1', session, project, at, number: 1, text: 'Feed the egret', origin: 'person', event: 'e_1' },
    },
  ]
  const counts = { project: 1, session: 1, prompt: 1 }
  const lines = [{ ...JSON.parse(header), counts }, ...records].map((line) => JSON.stringify(line))
  writeFileSync(exported, `${lines.join('\n')}\n`)
  expect(await world.api('restore', { path: exported })).toMatchObject({ complete: true, new: 2, there: 1 })
  expect([await found(whole, 'egret'), await found(clone, 'heron')]).toEqual([1, 2])
  await commandLine(world, 'project', 'split', clone)
  expect([await found(whole, 'egret'), await found(clone, 'egret')]).toEqual([0, 1])
})

describe('a folder inside a repository', () => {
  let [whole, part] = ['', '']
  beforeAll(async () => {
    whole = join(root, 'monorepo')
    part = join(whole, 'packages/kiwi')
    mkdirSync(part, { recursive: true })
    const git = (...words: string[]) => execa('git', words, { cwd: whole, env: { HOME: world.user } })
    await git('init', '-q')
    await git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'begin')
    await git('worktree', 'add', '-q', join(root, 'monorepo-side'))
    mkdirSync(join(root, 'monorepo-side/packages/kiwi/src'), { recursive: true })
    mkdirSync(join(part, 'src'))
    for (const [n, cwd] of [whole, part].entries()) await begun(`mono-${n}`, cwd, `Water bamboo ${n}`)
  })
  const split = async (action: string) =>
    JSON.parse((await commandLine(world, 'project', action, part, '--json')).stdout).settled

  test('is a project of its own once it is split off, with what began there, in every worktree', async () => {
    expect(await found(whole, 'bamboo')).toBe(2)
    expect(await split('split')).toEqual({
      said: `${part} is a project of its own.`,
      undo: `hindcast project roll-up ${part}`,
    })
    expect([await found(whole, 'bamboo'), await found(part, 'bamboo')]).toEqual([1, 1])
    const side = join(root, 'monorepo-side')
    for (const [n, cwd] of [join(part, 'src'), join(side, 'packages/kiwi/src'), side].entries())
      await begun(`mono-later-${n}`, cwd, `Water fern ${n}`)
    expect([await found(whole, 'fern'), await found(part, 'fern')]).toEqual([1, 2])
    expect((await split('split')).said).toBe(`${part} is a project of its own.`)
  })

  test('counts as the repository again once it is rolled up', async () => {
    await split('roll-up')
    expect([await found(whole, 'bamboo'), await found(whole, 'fern')]).toEqual([2, 3])
    await begun('mono-last', part, 'Water fern 3')
    expect(await found(whole, 'fern')).toBe(4)
  })
})

describe('a folder that says that it is part of a repository', () => {
  let secret = ''
  const starting = (session: string, cwd: string) =>
    told(session, { cwd, hook_event_name: 'SessionStart', source: 'startup' })
  beforeAll(async () => {
    secret = join(root, 'secret')
    mkdirSync(secret)
    writeFileSync(join(secret, 'range.mjs'), 'export const last = (list) => list[list.length]\n')
    const git = (...words: string[]) => execa('git', words, { cwd: secret, env: { HOME: world.user } })
    await git('init', '-q')
    await git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-q', '--allow-empty', '-m', 'begin')
    await git('worktree', 'add', '-q', join(root, 'secret-side'))
    mkdirSync(join(root, 'secret-side/src'))
    await live(world, 'secret-1', fixing(secret, join(secret, 'range.mjs')))
    await live(world, 'secret-2', fixing(join(root, 'secret-side'), join(root, 'secret-side/range.mjs')))
  })

  test.each([
    ['hostile', () => `gitdir: ${secret}/.git`],
    ['hostile-side', () => `gitdir: ${secret}/.git/worktrees/secret-side`],
    ['hostile-gone', () => `gitdir: ${secret}/.git/worktrees/gone`],
    ['secret.worktrees/plain', () => ''],
  ])('is told nothing of it in %s', async (name, text) => {
    const dir = join(root, name)
    mkdirSync(dir, { recursive: true })
    if (text() !== '') writeFileSync(join(dir, '.git'), text())
    // Nothing but what every session is asked
    expect(await starting(name, dir)).toMatch(/^<hindcast-context>\nWhen the user states [^\n]+\n<\/hindcast-context>$/)
    expect(await starting(`${name}-own`, secret)).toContain('files: range.mjs')
  })

  test('is told what was recorded in it, if it was a worktree until its repository forgot it', async () => {
    rmSync(join(secret, '.git/worktrees'), { recursive: true })
    expect(await starting('secret-3', join(root, 'secret-side/src'))).toContain('files: range.mjs')
  })
})
