import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { homeOf } from '../../src/config/home.ts'
import { commandLine } from '../cli/command-line.ts'
import { makeWorld, until, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  world.prepare()
  await world.start()
})
afterAll(() => world.remove())

/** Every file of the home, wherever it is; V8's code cache is shared by all tests, and only linked. */
function files(): readonly string[] {
  const found = readdirSync(world.home, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The files that hold a word, in any case, in UTF-8 or UTF-16. */
function holding(word: string): readonly string[] {
  try {
    return files()
      .filter((path) => holds(readFileSync(path), word))
      .map((path) => relative(world.home, path))
  } catch (error) {
    // A backup that is complete gets another name in the midst of it
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return holding(word)
    throw error
  }
}

function holds(bytes: Buffer, word: string): boolean {
  const texts = [bytes.toString('latin1'), bytes.toString('utf16le'), bytes.subarray(1).toString('utf16le')]
  return texts.some((text) => text.toLowerCase().includes(word))
}

const hook = (project: string, session: string, more: object) =>
  world.post('/hook', JSON.stringify({ session_id: session, cwd: project, prompt_id: `p-${session}`, ...more }))

const said = (word: string) => ({ hook_event_name: 'UserPromptSubmit', prompt: `Teach the parser about ${word}.` })
const ran = (word: string) => ({
  ...{ hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_use_id: `t-${word}` },
  ...{ tool_input: { command: `node check.mjs --${word}` }, tool_response: { stdout: `${word} is undefined` } },
})

let projects = 0
const OVER = { hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }

/** A project whose code, session, notes and notes between sessions hold a word, and what was asked with it. */
async function filled(word: string) {
  const project = join(world.root, `project-${projects++}`)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{}')
  writeFileSync(join(project, `${word}.py`), `def ${word}(given="${word}"):\n    """${word}"""\n    return given\n`)
  const session = `s-${projects}`
  await hook(project, session, { hook_event_name: 'SessionStart', source: 'startup' })
  for (const payload of [
    said(word),
    ran(word),
    { hook_event_name: 'Stop', last_assistant_message: `Done: ${word}.` },
    OVER,
  ])
    await hook(project, session, payload)
  const { id } = await world.api('remember', { text: `We call it ${word}.`, project })
  await world.api('code', { action: 'callers', target: `no_${word}`, project })
  await world.api('search', { query: word })
  await indexed(project)
  await until('nothing is owed', async () => {
    await sleep(50)
    return (await world.api('status')).queue.pending === 0
  })
  return { project, session, note: id as string }
}

const asked = (project: string) => world.api('code', { action: 'outline', target: '.', project })
const indexed = (project: string) =>
  until('the index is complete', async () => {
    const { index } = await asked(project)
    return index?.complete === true && index.pending === 0
  })

type Filled = Awaited<ReturnType<typeof filled>>

/** Each way to forget, of what `filled` made with a word. */
const FORGETTING: Readonly<Record<string, (made: Filled, word: string) => readonly object[]>> = {
  match: (_, word) => [{ match: word }],
  project: ({ project }) => [{ project }],
  'id and session': ({ session, note }) => [{ ids: [note] }, { session }],
}

test.each(Object.entries(FORGETTING))('no file of the home holds what was forgotten by %s', async (_, selections) => {
  const word = `zwerg${Math.random()
    .toString(36)
    .replace(/[^a-z]/g, '')}pinguin`
  const made = await filled(word)
  const before = holding(word)
  expect(before.some((path) => path.startsWith('code/'))).toBe(true)
  expect(before.some((path) => path.startsWith('hindcast.db'))).toBe(true)
  for (const selection of selections(made, word))
    expect(await world.api('forget', { ...selection, yes: true })).toHaveProperty('forgotten')
  expect(holding(word)).toEqual([])
})

test('a word that stands in code alone is forgotten, too', async () => {
  const word = 'zwergkiesel'
  const project = join(world.root, 'alone')
  mkdirSync(project)
  writeFileSync(join(project, 'setup.py'), `def ${word}(): pass\n`)
  await indexed(project)
  expect(holding(word)).not.toEqual([])
  await world.api('forget', { match: word, yes: true })
  expect(holding(word)).toEqual([])
})

test('the code of a paused project, or one that is switched off, is not read, asked about or embedded', async () => {
  const word = 'zwergpause'
  const project = join(world.root, 'paused')
  mkdirSync(project)
  writeFileSync(join(project, 'setup.py'), `def ${word}(): pass\n`)
  await world.api('pause', { project })
  const why = expect.stringContaining('paused')
  expect(await asked(project)).toMatchObject({ error: { code: 'code-failed', why } })
  // Nor from elsewhere, by its path, however it is written
  const path = join(project, 'setup.py')
  const beside = relative(world.project, path)
  for (const target of [
    path,
    beside,
    `./${beside}`,
    `${beside}:${word}`,
    `${beside}:1`,
    relative(world.project, project),
  ])
    expect(await world.api('code', { action: 'outline', target, project: world.project }), target).toMatchObject({
      error: { why },
    })
  expect(holding(word)).toEqual([])
  await world.api('resume', { project })
  await indexed(project)
  expect(holding(word)).not.toEqual([])
  writeFileSync(join(project, '.hindcast.yaml'), 'enabled: false\n')
  expect(await asked(project)).toMatchObject({ error: { why: expect.stringContaining('switched off') } })
})

test.each(['pause', 'enabled: false'])('nor is that of one inside a project that is asked about: %s', async (how) => {
  const word = how === 'pause' ? 'zwerginnen' : 'zwergdrinnen'
  const project = join(world.root, word)
  const inner = join(project, 'inner')
  mkdirSync(inner, { recursive: true })
  writeFileSync(join(project, 'setup.py'), 'from inner import deep\n\ndef shallow(): pass\n')
  const source = `def ${word}(): pass\n`
  writeFileSync(join(inner, 'deep.py'), source)
  const search = async () => JSON.stringify(await world.api('code', { action: 'search', target: word, project }))
  await indexed(project)
  expect(await search()).toContain('deep.py')
  if (how === 'pause') await world.api('pause', { project: inner })
  else {
    await hook(inner, word, { hook_event_name: 'SessionStart', source: 'startup' })
    writeFileSync(join(inner, '.hindcast.yaml'), `${how}\n`)
  }
  expect(await search()).not.toContain('deep.py')
  expect(JSON.stringify(await world.api('code', { action: 'outline', project }))).not.toContain(word)
  if (how === 'pause') await world.api('resume', { project: inner })
  else writeFileSync(join(inner, '.hindcast.yaml'), '\n')
  expect(await search()).toContain('deep.py')
})

test('uninstall --purge without a terminal stops and disconnects, deletes nothing, and says what it needs', async () => {
  await filled('zwergfrage')
  const { code, stdout, stderr } = await commandLine(world, 'uninstall', '--purge')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr.replace(/\s+/g, ' ')).toMatch(
    /daemon is stopped; there is no terminal .* Nothing was deleted\. .*--yes/,
  )
  expect(existsSync(homeOf(world.env).database)).toBe(true)
  expect(JSON.parse((await commandLine(world, 'status', '--json')).stdout).running).toBe(false)
  await world.start()
})

test('uninstall --purge leaves nothing of the home, whatever file of ours was in it', async () => {
  await filled('zwergende')
  const home = homeOf(world.env)
  for (const place of Object.values(home)) {
    // What a crash leaves of a file that was being written
    if (!existsSync(place) && place !== home.bin) writeFileSync(place, '')
    if (place !== home.dir && place !== home.bin) writeFileSync(`${place}.1234.new`, '')
  }
  const { code, stderr } = await commandLine(world, 'uninstall', '--purge', '--yes')
  expect([code, stderr]).toEqual([0, ''])
  expect(existsSync(world.home) ? readdirSync(world.home) : []).toEqual([])
  expect(existsSync(world.home)).toBe(false)
})
