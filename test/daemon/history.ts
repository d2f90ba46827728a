import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRaw } from '../../src/adapters/sqlite/driver.ts'
import { kill, until, type World } from './world.ts'

const TEXT = 'all work and no play '.repeat(500)

/** Writes sessions with this many turns, 10 KB each, where this world's client keeps its transcripts. */
export function writeHistory(world: World, sessions: number, turns: number): void {
  const folder = join(world.user, '.claude/projects/-app')
  mkdirSync(folder, { recursive: true })
  for (let session = 0; session < sessions; session++)
    writeFileSync(join(folder, `s${session}.jsonl`), Array.from({ length: turns }, (_, n) => turn(session, n)).join(''))
}

function turn(session: number, n: number): string {
  const at = (second: number) => new Date(Date.UTC(2026, 0, 2, 3, n, second)).toISOString()
  const common = { sessionId: `s${session}`, cwd: '/gone' }
  const asked = { ...common, type: 'user', uuid: `u-${session}-${n}`, timestamp: at(1) }
  const said = { ...common, type: 'assistant', uuid: `a-${session}-${n}`, timestamp: at(2) }
  return [
    { ...asked, message: { role: 'user', content: `Mend part ${n} of ${session}` } },
    { ...said, message: { model: 'm', stop_reason: 'end_turn', content: [{ type: 'text', text: `${TEXT}${n}` }] } },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')
}

const EVIDENCE = {
  projects: 'id',
  sessions: 'id',
  prompts: 'session, number',
  events: 'session, seq',
  exclusions: 'session, prompt_id',
  file_versions: 'event',
  usages: 'session',
  source_files: 'path',
  source_lines: 'uuid',
}

/** Every row of evidence in a world once its queue is empty, events sorted by session. Stops its daemon. */
export async function evidenceOf(world: World): Promise<Record<string, readonly string[]>> {
  await until('nothing is owed', async () => (await world.api('status')).queue.pending === 0)
  for (const pid of world.daemons()) kill(pid)
  await until('the daemon is gone', () => world.daemons().length === 0)
  const db = await openRaw(join(world.home, 'hindcast.db'))
  const rows = (table: string, order: string) =>
    (db.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all() as object[]).map((row) =>
      JSON.stringify({ ...row, seq: undefined }).replaceAll(world.root, ''),
    )
  const all = Object.fromEntries(Object.entries(EVIDENCE).map(([table, order]) => [table, rows(table, order)]))
  db.close()
  return all
}
