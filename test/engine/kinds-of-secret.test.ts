import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/adapters/store/sqlite/database.ts'
import { SECRETS } from '../adapters/secrets/samples.ts'
import { makeWorld, until, type World } from '../daemon/world.ts'

/** Everything a database holds, in lower case, as the index keeps it. */
async function contents(file: string): Promise<string> {
  const db = await openDatabase(file, 'reader')
  try {
    const tables = db.all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => `${name}`)
    const rows = tables.flatMap((table) => {
      const columns = db.all('SELECT name FROM pragma_table_info(?)', table)
      // The index's own numbers can be larger than JavaScript's
      const texts = columns.map(({ name }) => `iif(typeof("${name}") = 'text', "${name}", NULL) AS "${name}"`)
      return db.all(`SELECT ${texts.join(', ')} FROM "${table}"`)
    })
    const texts = rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))
    return [...texts, ...[file, `${file}-wal`].map((path) => readFileSync(path, 'latin1'))].join('\n').toLowerCase()
  } finally {
    db.close()
  }
}

type Body = Readonly<Record<string, unknown>>
let calls = 0
const shell = (command: string) => ({ tool_name: 'Bash', tool_use_id: `t${calls++}`, tool_input: { command } })
const fileOf = (content: string) => {
  const lines = content.split('\n').length
  return { filePath: '/app/notes', content, numLines: lines, startLine: 1, totalLines: lines }
}

/** How a text reaches Hindcast through a hook. */
const HOOKS: Readonly<Record<string, (text: string) => Body>> = {
  prompt: (text) => ({ hook_event_name: 'UserPromptSubmit', prompt: text }),
  command: (text) => ({ hook_event_name: 'PostToolUse', ...shell(text), tool_response: { stdout: 'ok', stderr: '' } }),
  stdout: (text) => ({ hook_event_name: 'PostToolUse', ...shell('make'), tool_response: { stdout: text, stderr: '' } }),
  read: (text) => ({
    hook_event_name: 'PostToolUse',
    ...{ tool_name: 'Read', tool_use_id: `r${calls++}`, tool_input: { file_path: '/app/notes' } },
    tool_response: { type: 'text', file: fileOf(text) },
  }),
  Stop: (text) => ({ hook_event_name: 'Stop', last_assistant_message: text }),
  failure: (text) => ({ hook_event_name: 'PostToolUseFailure', ...shell('make'), error: `Exit code 1\n${text}` }),
}

/** A word that must be stored, so that the test does not pass because nothing was. */
const control = (channel: string, at: number): string => `control${channel.toLowerCase()}${at}z`
const planted = (channel: string, at: number): string =>
  `${control(channel, at)}\n${SECRETS[at]?.around(SECRETS[at]?.secret ?? '')}`

/** How many are planted by one call, which saves time; each alone is tested with the rules. */
const TOGETHER = 12

/** All hooks are under way at a time, since each request of its own waits for a busy machine. */
async function plant(machine: World): Promise<void> {
  const groups = Array.from({ length: Math.ceil(SECRETS.length / TOGETHER) }, (_, n) => n * TOGETHER)
  const some = (channel: string, from: number): string =>
    [...SECRETS.keys()]
      .slice(from, from + TOGETHER)
      .map((at) => planted(channel, at))
      .join('\n\n\n')
  for (const from of groups) {
    const bodies = Object.entries(HOOKS).map(([channel, bodyOf]) => {
      const given = { session_id: `s-${channel}`, prompt_id: `p-${channel}-${from}`, cwd: machine.project }
      return JSON.stringify({ ...given, ...bodyOf(some(channel, from)) })
    })
    await Promise.all(bodies.map((body) => machine.post('/hook', body)))
  }
  const said = { type: 'user', sessionId: 's-import', cwd: machine.project, timestamp: '2026-01-02T03:04:05.000Z' }
  const lines = groups.map((from) => ({
    ...{ ...said, uuid: `u${from}` },
    message: { role: 'user', content: some('import', from) },
  }))
  const transcript = join(machine.root, 'session.jsonl')
  writeFileSync(transcript, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(await machine.api('import', { paths: [transcript] })).toMatchObject({ prompts: groups.length })
}

/** The part of a secret that is looked for: its longest line, without the ends, which may be its name. */
function trace(secret: string): string {
  const line = secret.split('\n').toSorted((a, b) => b.length - a.length)[0] ?? ''
  return (line.length > 24 ? line.slice(8, -8) : line).toLowerCase()
}

test('no kind of secret reaches the disk by any of seven ways, nor does the token of this home', async () => {
  expect(SECRETS.length).toBeGreaterThan(200)
  const machine = makeWorld()
  onTestFinished(() => machine.remove())
  await machine.start()
  await plant(machine)
  const token = readFileSync(join(machine.home, 'token'), 'utf8').trim()
  const told = { session_id: 's-token', cwd: machine.project, prompt_id: 'p-token' }
  for (const bodyOf of Object.values(HOOKS))
    await machine.post('/hook', JSON.stringify({ ...told, ...bodyOf(`${token}\n`) }))
  await until('the queue is empty', async () => (await machine.api('status')).queue?.pending === 0)
  const stored = await contents(join(machine.home, 'hindcast.db'))
  const missing = [...Object.keys(HOOKS), 'import'].filter((channel) => !stored.includes(control(channel, 3)))
  expect(missing).toEqual([])
  const kept = SECRETS.filter(({ secret }) => stored.includes(trace(secret))).map(({ what }) => what)
  expect(kept).toEqual([])
  expect(stored.includes(token)).toBe(false)
})
