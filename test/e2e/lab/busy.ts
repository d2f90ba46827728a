import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { runHeadless } from './headless.ts'
import type { Turn } from './mock-api.ts'
import { hindcast, hindcastJson, typed } from './product.ts'
import { hookErrors, openTerminal } from './terminal.ts'
import { makeWorld, type World } from './world.ts'

/** What became of one session. */
export interface Lived {
  /** Lines of the client about a hook, each with the line below it. */
  readonly lines: readonly string[]
  readonly isTold: boolean
  /** The call ran as the rule says; or the person was told that it did not. */
  readonly rule: 'acted' | 'told' | 'neither'
  readonly calls: number
  readonly seconds: number
  readonly notes: readonly string[]
}

/** The calls of a session. */
export const CALLS = 6
const say = (text: string): Turn => [{ type: 'text', text }]
const bash = (command: string): Turn => [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Run it' } }]
const read = (path: string): Turn => [{ type: 'tool_use', name: 'Read', input: { file_path: path } }]
const edit = (path: string, from: string, to: string): Turn => [
  { type: 'tool_use', name: 'Edit', input: { file_path: path, old_string: from, new_string: to } },
]

/** A person with a rule, and with a session behind them in which something was left to do. */
export async function prepared(dist?: string): Promise<World> {
  const world = await makeWorld({ 'notes.md': 'note 0\n', 'package.json': '{}\n' })
  delete world.env.HINDCAST_PATIENCE
  if (dist !== undefined) world.dist = resolve(dist)
  mkdirSync(join(world.root, 'bin'))
  for (const name of ['uv', 'pip']) {
    const path = join(world.root, 'bin', name)
    writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> ${join(world.root, 'ran')}\n`)
    chmodSync(path, 0o755)
  }
  world.env.PATH = `${join(world.root, 'bin')}:${world.env.PATH}`
  const up = await hindcast(world, 'up')
  if (up.exitCode !== 0) throw new Error(`hindcast up: ${up.stderr}`)
  await typed(world, 'lessons', 'add', 'Always use uv pip install instead of pip install')
  const turns = [
    read(join(world.project, 'notes.md')),
    edit(join(world.project, 'notes.md'), 'note 0', 'note 1'),
    say('The first note is renamed. The importer of notes is left to do.'),
  ]
  await runHeadless(world, {
    prompt: 'Rename the first note, then write an importer for notes',
    turns,
  })
  return world
}

/** Keeps a history being imported: a large transcript that is new each time. */
export function importing(world: World): () => void {
  const folder = join(world.root, 'old')
  mkdirSync(folder, { recursive: true })
  let isOver = false
  const go = async () => {
    for (let n = 0; !isOver; n++) {
      writeFileSync(join(folder, `${n}.jsonl`), transcript(n))
      await hindcast(world, 'import', folder)
    }
  }
  void go()
  return () => {
    isOver = true
  }
}

/** Two thousand calls of one session, some 3 MB. */
function transcript(n: number): string {
  const sessionId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const line = (uuid: string, more: object) =>
    JSON.stringify({ sessionId, uuid: `${n}-${uuid}`, cwd: '/srv/shop', timestamp: '2026-01-09T10:00:00Z', ...more })
  const lines = Array.from({ length: 2_000 }, (_, at) => {
    const id = `toolu_${n}_${at}`
    const call = { type: 'tool_use', id, name: 'Bash', input: { command: `make part-${at}` } }
    const content = [{ type: 'tool_result', tool_use_id: id, content: `built part ${at}\n`.repeat(60) }]
    return [
      line(`a${at}`, { type: 'assistant', message: { role: 'assistant', content: [call] } }),
      line(`r${at}`, { type: 'user', message: { role: 'user', content } }),
    ]
  })
  const prompt = line('p', { type: 'user', message: { role: 'user', content: `Build the parts of machine ${n}` } })
  return [prompt, ...lines.flat()].map((each) => `${each}\n`).join('')
}

/** Lives a session; `n`: its number. */
export async function live(world: World, n: number): Promise<Lived> {
  const began = performance.now()
  const log = join(world.root, 'ran')
  writeFileSync(log, '')
  const notes = join(world.project, 'notes.md')
  const before = readFileSync(notes, 'utf8').trim()
  const terminal = await openTerminal(world, { env: { PATH: world.env.PATH ?? '' } })
  const wait = async (prompt: string, turns: Turn[]) => {
    const asked = await terminal.ask(prompt, turns)
    await terminal.idle(900_000)
    return asked
  }
  const first = await wait(`Install the parser, number ${n}`, [
    bash(`pip install parser${n}`),
    read(notes),
    edit(notes, before, `note ${n} of the day`),
    say('Installed.'),
  ])
  await wait('Now look whether it works', [bash('false'), bash('true'), read(notes), say('It works.')])
  const shown = await terminal.scrollback()
  await terminal.exit(300_000)
  await terminal.close()
  const ran = readFileSync(log, 'utf8')
  const about = shown.split('\n').filter((line) => /hindcast/i.test(line))
  return {
    lines: [...hookErrors(shown), ...about.filter((line) => /without memory|stopped unexpectedly/.test(line))],
    isTold: JSON.stringify(first[0]?.body ?? '').includes('<hindcast-context>'),
    rule: ran.startsWith('uv pip') ? 'acted' : /ran against your rule/.test(shown) ? 'told' : 'neither',
    calls: CALLS,
    seconds: Math.round((performance.now() - began) / 1_000),
    notes: about.map((line) => line.trim().slice(0, 200)),
  }
}

/** Starts so many endless loops on every core, each in a session of its own: Linux shares processors out by session. */
export function loopsPerCore(loops: number): () => void {
  const loop = (): ChildProcess => spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore', detached: true })
  const busy = Array.from({ length: loops * availableParallelism() }, loop)
  return () => {
    for (const child of busy) child.kill('SIGKILL')
  }
}

/** How many calls the store has of the sessions in the world's project. */
export async function callsKept(world: World): Promise<number> {
  const { sessions } = await hindcastJson<{ sessions: { tools: number; projectName: string }[] }>(world, 'sessions')
  return sessions.filter(({ projectName }) => projectName === 'app').reduce((sum, one) => sum + one.tools, 0)
}
