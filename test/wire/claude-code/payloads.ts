import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EventName, EventOf } from '../../../src/domain/events.ts'
import claudeCode from '../../../src/wire/claude-code/index.ts'
import type { DecodeContext } from '../../../src/wire/host.ts'

const root = resolve(import.meta.dirname, '../../..')
const version = 'claude-code-2.1.330'

/** Recorded hook payloads: the project's own, and a larger set if it is available. */
export const recorded: readonly Record<string, unknown>[] = [
  resolve(root, 'test/fixtures', version),
  resolve(process.env.HINDCAST_FIXTURES ?? resolve(root, '../shared/fixtures'), version),
]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => resolve(folder, file)))
  .filter((file) => file.endsWith('.jsonl'))
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line.includes('"hook_event_name"'))
  .map((line) => JSON.parse(line))
  .filter((payload) => typeof payload.hook_event_name === 'string')

/** A payload of the named event, with the fields that every event has. */
export function payload(hook_event_name: string, fields: object = {}): Record<string, unknown> {
  return {
    session_id: 's-1',
    transcript_path: '/home/dev/.claude/projects/-home-dev-app/s-1.jsonl',
    cwd: '/home/dev/app/sub',
    prompt_id: 'p-1',
    hook_event_name,
    ...fields,
  }
}

/** The draft of a valid payload. */
export function draftOf(value: unknown, context: Partial<DecodeContext> = {}) {
  const { draft, reason } = claudeCode.decode(value, { now: 1_000, via: 'hook', ...context })
  if (!draft) throw new Error(reason)
  return draft
}

/** The draft of a known event. */
export function draftAs<E extends EventName>(name: E, fields: object, context: Partial<DecodeContext> = {}) {
  const draft = draftOf(payload(name, fields), context)
  if (draft.name !== name) throw new Error(`${draft.name} for ${name}`)
  return draft as unknown as EventOf<E> & Pick<typeof draft, 'identity' | 'startDir'>
}
