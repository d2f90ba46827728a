import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runHeadless } from '../test/e2e/lab/headless.ts'
import type { Turn } from '../test/e2e/lab/mock-api.ts'
import { hindcast, hindcastJson, typed } from '../test/e2e/lab/product.ts'
import { hookErrors, openTerminal } from '../test/e2e/lab/terminal.ts'
import { makeWorld, type World } from '../test/e2e/lab/world.ts'
import { table } from './retrieval/figures.ts'

/**
 * What a person sees of Hindcast in the real Claude Code, in a terminal, offline, on a machine that is busy with other
 * things: endless loops on every core, and an import under way. A session starts, makes a call that a rule concerns, works on
 * a few files in two prompts, and ends. Counted: lines of the client about a hook, starts that were told something, calls that
 * a rule changed (or of which the person was told that it did not), and calls that the store has. Sessions are appended to a
 * file, so the same command goes on where it stopped.
 *   scripts/in-netns npm run bench -- busy [--loops 20] [--sessions 30] [--dist DIR] [--file .cache/busy-20.jsonl]
 */
const { values } = parseArgs({
  options: {
    loops: { type: 'string', default: '20' },
    sessions: { type: 'string', default: '30' },
    dist: { type: 'string' },
    file: { type: 'string' },
  },
})
const [loops, sessions] = [Number(values.loops), Number(values.sessions)]
const file = values.file ?? `.cache/busy-${loops}.jsonl`

/** What became of one session. */
interface Lived {
  /** Lines of the client about a hook, each with the line below it. */
  readonly lines: readonly string[]
  readonly isTold: boolean
  /** The call ran as the rule says; or the person was told that it did not. */
  readonly rule: 'acted' | 'told' | 'neither'
  readonly calls: number
  readonly seconds: number
  readonly notes: readonly string[]
}

const CALLS = 6
const say = (text: string): Turn => [{ type: 'text', text }]
const bash = (command: string): Turn => [{ type: 'tool_use', name: 'Bash', input: { command, description: 'Run it' } }]
const read = (path: string): Turn => [{ type: 'tool_use', name: 'Read', input: { file_path: path } }]
const edit = (path: string, from: string, to: string): Turn => [
  { type: 'tool_use', name: 'Edit', input: { file_path: path, old_string: from, new_string: to } },
]

/** A person with a rule, and with a session behind them in which something was left to do. */
async function prepared(): Promise<World> {
  const world = await makeWorld({ 'notes.md': 'note 0\n', 'package.json': '{}\n' })
  delete world.env.HINDCAST_PATIENCE
  if (values.dist !== undefined) world.dist = resolve(values.dist)
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
function importing(world: World): () => void {
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

async function live(world: World, n: number): Promise<Lived> {
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

const known = (): Lived[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Lived)
    : []

const loop = (): ChildProcess => spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' })

if (known().length < sessions) {
  const world = await prepared()
  const busy = Array.from({ length: loops * availableParallelism() }, loop)
  const stop = importing(world)
  const had = known().length
  try {
    for (let n = had; n < sessions; n++) {
      const lived = await live(world, n)
      appendFileSync(file, `${JSON.stringify(lived)}\n`)
      process.stderr.write(`${n + 1} of ${sessions}: ${JSON.stringify(lived)}\n`)
    }
  } finally {
    stop()
    for (const child of busy) child.kill('SIGKILL')
  }
  const { sessions: kept } = await hindcastJson<{ sessions: { tools: number; projectName: string }[] }>(
    world,
    'sessions',
  )
  const tools = kept.filter(({ projectName }) => projectName === 'app').reduce((sum, one) => sum + one.tools, 0)
  process.stdout.write(`calls recorded: ${tools} of ${2 + CALLS * (sessions - had)}\n`)
  await world.close()
}

const all = known()
const count = (is: (one: Lived) => boolean) => `${all.filter(is).length} of ${all.length}`
process.stdout.write(
  `${table(
    [
      'loops per core',
      'sessions with a line about a hook',
      'starts told',
      'rule acted',
      'rule told',
      'neither',
      'seconds',
    ],
    [
      [
        String(loops),
        count(({ lines }) => lines.length > 0),
        count(({ isTold }) => isTold),
        count(({ rule }) => rule === 'acted'),
        count(({ rule }) => rule === 'told'),
        count(({ rule }) => rule === 'neither'),
        String(Math.round(all.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, all.length))),
      ],
    ],
  )}\n`,
)
for (const line of new Set(all.flatMap(({ lines }) => lines))) process.stdout.write(`${line}\n`)
