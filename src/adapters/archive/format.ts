import * as z from 'zod'
import type { Archived, ArchiveKind, ArchiveRecord } from '../../ports.ts'

/** The form of archives that this release writes; it reads no newer one. */
export const FORMAT = 1

/** The longest line that is read, in bytes: a record has a few texts of at most 64 KB. */
export const LINE_MAX = 4 * 1024 * 1024

const text = z.string().max(256 * 1024)
const id = z.string().min(1).max(300)
const word = z.string().min(1).max(100)
const ours = (letter: string) => z.string().regex(new RegExp(`^${letter}_\\w{1,64}$`))
const hex = z.string().regex(/^(?:[0-9a-f]{2}){16,64}$/)
const time = z.number().int().min(0).max(8.64e15)
const count = z.number().int().min(0)
const texts = z.array(text).max(20_000)
const ids = z.array(id).max(20_000)

/** Of a session, in a project, at a time; what was said outside of any has none. */
const placed = { session: z.string().max(300), project: z.string().max(300), at: time }

const session = z.strictObject({
  id,
  host: word,
  project: id,
  source: text.optional(),
  parent: id.optional(),
  cwd: text.optional(),
  branch: text.optional(),
  worktree: text.optional(),
  transcript: text.optional(),
  model: text.optional(),
  title: text.optional(),
  clientPid: count.optional(),
  entrypoint: text.optional(),
  attended: z.boolean().optional(),
  startedAt: time,
  lastSeenAt: time,
  endedAt: time.optional(),
  endReason: text.optional(),
})

const event = z.strictObject({
  id: ours('e'),
  identity: id,
  name: word,
  ...placed,
  host: word,
  via: word,
  agentId: id.optional(),
  agentType: text.optional(),
  promptId: id.optional(),
  cause: id.optional(),
  tool: text.optional(),
  target: text.optional(),
  outcome: z.enum(['ok', 'failed', 'denied', 'interrupted']).optional(),
  exitCode: z.number().int().optional(),
  durationMs: z.number().optional(),
  filesRead: texts,
  filesModified: texts,
  input: text.optional(),
  output: text.optional(),
  body: z.record(text, z.unknown()),
  significance: z.number().optional(),
})

const prompt = z.strictObject({
  id: ours('p'),
  ...placed,
  number: z.number().int().min(1),
  text,
  origin: z.enum(['person', 'script', 'machine']),
  promptId: id.optional(),
  event: id,
})

const observation = z.strictObject({
  id: ours('o'),
  ...placed,
  type: word,
  title: text,
  narrative: text,
  facts: texts,
  concepts: texts,
  filesRead: texts,
  filesModified: texts,
  evidence: ids,
  agentId: id.optional(),
  promptId: id.optional(),
  supersedes: id.optional(),
  rememberedBy: z.enum(['user', 'agent']).optional(),
})

const summary = z.strictObject({
  id: ours('m'),
  ...placed,
  request: text,
  investigated: text,
  learned: text,
  completed: text,
  nextSteps: text,
  notes: text,
  filesRead: texts,
  filesModified: texts,
  evidence: ids,
})

const handoff = z.strictObject({
  id: ours('h'),
  ...placed,
  goal: text,
  now: text,
  next: text,
  blockers: texts,
  worked: texts,
  failed: texts,
  decisions: texts,
  files: texts,
  sealed: z.boolean(),
  evidence: ids,
  outcome: z.enum(['SUCCEEDED', 'PARTIAL_PLUS', 'PARTIAL_MINUS', 'FAILED']).optional(),
  outcomeBy: z.enum(['person', 'agent']).optional(),
})

const told = z.strictObject({
  at: time,
  session: id,
  event: id,
  eventName: word,
  behaviour: word,
  effect: text,
  ids,
  ms: z.number(),
  budgetMs: z.number(),
  outcome: z.enum(['said', 'done', 'silent', 'omitted', 'late', 'failed']),
  error: text.optional(),
})

/** The shape of each kind. */
const RECORDS = {
  ledger: z.strictObject({ keys: z.array(hex).min(1).max(100) }),
  tombstone: z.strictObject({ hash: hex, until: time.optional() }),
  exclusion: z.strictObject({ session: id, promptId: id }),
  pause: z.strictObject({ session: id.optional(), project: id.optional(), since: time, until: time }),
  project: z.strictObject({ id, name: text, root: text, remote: text.optional() }),
  session,
  event,
  version: z.strictObject({ event: id, ...placed, path: text, hash: id }),
  prompt,
  observation,
  summary,
  handoff,
  usage: z.strictObject({ session: id, at: time, tokens: count, window: count }),
  told,
  line: z.strictObject({ uuid: id, session: id }),
} satisfies { readonly [K in ArchiveKind]: z.ZodObject<Fields<Archived[K]>> }

/** A schema for each field: one that a record gets and this lacks does not compile. */
type Fields<T> = { readonly [F in keyof T]-?: z.ZodType }

/** Every kind, in the order of the file. */
export const KINDS = Object.keys(RECORDS) as readonly ArchiveKind[]

const jobs = z.array(z.strictObject({ behaviour: word, dueAt: time })).max(100)

const line = z.discriminatedUnion(
  'kind',
  KINDS.map((kind) =>
    z.strictObject({
      kind: z.literal(kind),
      record: RECORDS[kind],
      ...(kind === 'event' && { jobs: jobs.optional() }),
    }),
  ) as unknown as [z.ZodObject<{ kind: z.ZodLiteral<ArchiveKind> }>],
)

/** The first line of an archive. */
export type Header = z.infer<typeof header>
const header = z.object({
  hindcast: z.literal('archive'),
  format: z.number().int(),
  version: z.string().max(100),
  /** Epoch milliseconds: all of it is as of then. */
  at: time,
  counts: z.partialRecord(z.enum(KINDS as [ArchiveKind]), count),
})

/** The header, or undefined where the line is none. */
export function parseHeader(text: string): Header | undefined {
  const parsed = header.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : undefined
}

/** The record of a line, or why it is none; `now` bounds the times up to which something stays away. */
export function parseRecord(text: string, now: number): { readonly record: ArchiveRecord } | { readonly why: string } {
  const value = jsonOf(text)
  if (value === undefined) return { why: 'it is not JSON' }
  const parsed = line.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return { why: `${issue?.path.join('.') || 'the line'}: ${issue?.message ?? 'does not fit'}`.slice(0, WHY_MAX) }
  }
  const record = parsed.data as unknown as ArchiveRecord
  const until = 'until' in record.record ? record.record.until : undefined
  return until !== undefined && until > now ? { why: 'record.until: is in the future' } : { record }
}

const WHY_MAX = 200

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
