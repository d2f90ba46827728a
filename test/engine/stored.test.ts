import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/adapters/store/sqlite/database.ts'
import { behaviours } from '../../src/behaviours/registry.ts'
import { on } from '../../src/domain/behaviour.ts'
import { makeWorld, until } from '../daemon/world.ts'
import { draft, named, prompt, result, world } from './world.ts'

/** Nothing of it is a word of anything else. */
const SECRET = `ghp_${'q7Xw2ZkV9nBt'.repeat(3)}`
const LONE = '\ud800'
const RAW = `${SECRET}${LONE}`

/** The rows of any table, and the parts of the file itself, in which raw text stands. */
async function leaks(file: string): Promise<readonly string[]> {
  const db = await openDatabase(file, 'reader')
  try {
    const tables = db
      .all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .map(({ name }) => `${name}`)
    expect(tables.length).toBeGreaterThan(20)
    // An index's own pages have numbers beyond those of JavaScript; their bytes are looked through below
    const readable = tables.filter((table) => !table.endsWith('_data'))
    const rows = readable.flatMap((table) =>
      db
        .all(`SELECT * FROM "${table}"`)
        .map((row) => `${table}: ${JSON.stringify(row)}`)
        .filter(isRaw),
    )
    const bytes = [file, `${file}-wal`].filter((path) => isRaw(bytesOf(path)))
    return [...rows, ...bytes]
  } finally {
    db.close()
  }
}

/** Bytes that are no UTF-8, as a lone surrogate would be, become U+FFFD: only the secret is looked for in them. */
const bytesOf = (path: string): string => {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

// An index keeps words in lower case
const isRaw = (text: string): boolean => /q7xw2zkv9nbt/i.test(text) || /\\ud[89ab]|\p{Surrogate}/iu.test(text)

/** How many rows a table has. */
async function rowsOf(file: string, tables: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const db = await openDatabase(file, 'reader')
  const counts = tables.map((table) => [table, Number(db.get(`SELECT count(*) AS n FROM ${table}`)?.n)])
  db.close()
  return Object.fromEntries(counts)
}

test('no hook, transcript, verb, path or id brings a secret or a lone surrogate into a table', async () => {
  const machine = makeWorld()
  onTestFinished(() => machine.remove())
  const project = join(machine.root, `app-${SECRET}`)
  const file = join(project, `${SECRET}.ts`)
  mkdirSync(project)
  await machine.start()
  const post = (session: string, more: object) =>
    machine.post('/hook', JSON.stringify({ session_id: session, prompt_id: `p-${RAW}`, cwd: project, ...more }))
  for (const session of ['s1', `s-${RAW}`]) {
    await post(session, { hook_event_name: 'SessionStart', source: 'startup', transcript_path: `/t/${RAW}.jsonl` })
    await post(session, { hook_event_name: 'UserPromptSubmit', prompt: `Deploy with ${RAW}` })
    const call = {
      tool_use_id: `t-${RAW}`,
      tool_name: 'Edit',
      tool_input: { file_path: file, old_string: 'a', new_string: RAW },
    }
    await post(session, { hook_event_name: 'PreToolUse', ...call })
    await post(session, { hook_event_name: 'PostToolUse', ...call, tool_response: { filePath: file } })
    const shell = { tool_use_id: `u-${RAW}`, tool_name: `Bash`, tool_input: { command: `deploy ${RAW}` } }
    await post(session, { hook_event_name: 'PostToolUseFailure', ...shell, error: `Exit code 1\n${RAW} was refused` })
    await post(session, { hook_event_name: 'UserPromptSubmit', prompt: '', prompt_id: 'q', permission_mode: RAW })
    await post(session, { hook_event_name: 'UserPromptSubmit', prompt: `<private>${RAW}</private>` })
    await post(session, { hook_event_name: 'SubagentStart', agent_id: `a-${RAW}`, agent_type: RAW })
    await post(session, { hook_event_name: 'Stop', last_assistant_message: `Done with ${RAW}` })
    await post(session, { hook_event_name: RAW, message: RAW })
  }
  const transcript = join(machine.root, `${SECRET}.jsonl`)
  const said = { type: 'user', uuid: `u-${RAW}`, sessionId: 's3', cwd: project, timestamp: '2026-01-02T03:04:05.000Z' }
  const lines = [{ ...said, message: { role: 'user', content: `Import ${RAW}` } }, { type: RAW, uuid: RAW }, RAW]
  writeFileSync(transcript, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"torn ${SECRET}\n`)
  expect(await machine.api('import', { paths: [transcript] })).toMatchObject({ sessions: 1, prompts: 1 })
  expect(await machine.api('import', { paths: [transcript] })).toMatchObject({ sessions: 1, prompts: 1 })
  await machine.api('remember', { text: `The key is ${RAW}`, from: project })
  await machine.api('behaviours', { action: 'off', name: 'prompt-recall', project })
  await machine.api('behaviours', { action: 'off', name: RAW, project })
  await machine.api('pause', { session: 's1' })
  await machine.api('pause', { project })
  await post('s1', { hook_event_name: 'UserPromptSubmit', prompt: '/hindcast pause' })
  await until('the queue is empty', async () => (await machine.api('status')).queue?.pending === 0)
  const database = join(machine.home, 'hindcast.db')
  expect(await leaks(database)).toEqual([])
  const written = await rowsOf(database, ['projects', 'pauses', 'switches', 'source_files', 'source_lines', 'turn_log'])
  for (const [table, rows] of Object.entries(written)) expect([table, rows > 0]).toEqual([table, true])
})

const RECORD = { lane: 'record', onFailure: 'pass' } as const
const REPLY = { lane: 'reply', onFailure: 'pass' } as const
const LATER = { lane: 'later', onFailure: 'retry' } as const

test("nor do a behaviour's questions, replies and errors", async () => {
  const asks = named(
    'asks',
    on('UserPromptSubmit', {
      ...REPLY,
      needs: ({ session }) =>
        ({
          granted: { fact: 'grant', key: `seen ${RAW}`, ttlMs: 60_000 },
          told: { fact: 'told', scope: session },
          strain: { fact: 'strain', scope: session },
        }) as const,
      decide: () => [
        { kind: 'context', type: 'light', rank: 0, items: [{ text: 'seen', ids: [`o_${RAW}`], rank: 0 }] },
        { kind: 'emit', name: 'Warned', body: { of: [`/app/${RAW}.ts`] }, n: 0 },
      ],
    }),
  )
  const fail = () => {
    throw new Error(`no such key: ${RAW}`)
  }
  const fails = named(
    'fails',
    on('UserPromptSubmit', { ...RECORD, decide: fail }),
    on('UserPromptSubmit', { ...REPLY, decide: fail }),
    on('PostToolUse', { ...LATER, decide: fail }),
  )
  const { engine, store, folder, file } = await world([asks, fails, ...behaviours])
  for (const session of ['s1', `s-${RAW}`])
    for (let n = 0; n < 3; n++) {
      const over = { session, promptId: `p-${RAW}`, cwd: join(folder, RAW) }
      await engine.take(draft('SessionStart', { source: 'startup' }, { ...over, startDir: over.cwd }))
      await engine.take(prompt(`Look for ${RAW}`, over))
      await engine.take(result(`ls ${RAW}`, RAW, over))
      await engine.drain()
    }
  // A pause of a session whose id was redacted holds all the same
  const [paused] = (await store.evidence.sessions({ limit: 9 })).filter(({ id }) => id.includes('redacted'))
  await store.ledger.pause({ session: paused?.id, from: 0 })
  const before = (await store.evidence.counts()).events
  await engine.take(result('ls', 'said in a pause', { session: `s-${RAW}`, promptId: 'later' }))
  expect((await store.evidence.counts()).events).toBe(before)
  await engine.close()
  expect(await leaks(file)).toEqual([])
  const written = await rowsOf(file, ['grants', 'fold_snapshots', 'failures', 'jobs', 'turn_log', 'events'])
  for (const [table, rows] of Object.entries(written)) expect([table, rows > 0]).toEqual([table, true])
})
