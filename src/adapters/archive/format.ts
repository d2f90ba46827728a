import * as z from 'zod'
import type { FieldKind, Noun } from '../../domain/nouns/noun.ts'
import { allNouns, fieldSpec, type NounName } from '../../domain/nouns/records.ts'
import type { ArchiveKind, ArchiveRecord } from '../../ports.ts'

/** The archive format that this release writes; newer formats are not read. */
export const FORMAT = 1

/** The longest line that is read, in bytes: a record has a few texts of at most 64 KB. */
export const LINE_MAX = 4 * 1024 * 1024

const text = z.string().max(256 * 1024)
const id = z.string().min(1).max(300)
const word = z.string().max(1_000)
const hex = z.string().regex(/^(?:[0-9a-f]{2}){16,64}$/)
const time = z.number().int().min(0).max(8.64e15)
const count = z.number().int().min(0)
const list = z.array(text).max(20_000)

/** The schema of each kind of field; store sequences are not archived. */
const BY_KIND: Readonly<Record<Exclude<FieldKind, 'sequence'>, z.ZodType>> = {
  text,
  path: text,
  word,
  id,
  // A record created outside any session has an empty one
  session: z.string().max(300),
  project: z.string().max(300),
  time,
  count,
  integer: z.number().int(),
  real: z.number(),
  ordinal: z.number().int().min(1),
  flag: z.boolean(),
  texts: list,
  ids: z.array(id).max(20_000),
  json: z.record(text, z.unknown()),
}

/** The schema of a noun's records, from its declaration. */
function shapeOf({ fields, letter }: Noun): z.ZodObject {
  const shape = Object.entries(fields).flatMap(([field, declared]) => {
    const { kind, optional, oneOf } = fieldSpec(declared)
    if (kind === 'sequence') return []
    const isOurs = field === 'id' && letter !== undefined
    const schema = kind === 'choice' ? z.enum(oneOf ?? []) : isOurs ? ours(letter) : BY_KIND[kind]
    return [[field, optional ? schema.optional() : schema]]
  })
  return z.strictObject(Object.fromEntries(shape) as Record<string, z.ZodType>)
}

const ours = (letter: string) => z.string().regex(new RegExp(`^${letter}_\\w{1,64}$`))

/** The schema of each kind, in file order: tombstones and exclusions come before the records that they reject. */
const RECORDS = {
  ledger: z.strictObject({ keys: z.array(hex).min(1).max(100) }),
  tombstone: z.strictObject({ hash: hex, until: time.optional() }),
  exclusion: z.strictObject({ session: id, promptId: id }),
  pause: z.strictObject({ session: id.optional(), project: id.optional(), since: time, until: time }),
  ...(Object.fromEntries(allNouns.map((noun) => [noun.name, shapeOf(noun)])) as Record<NounName, z.ZodObject>),
  line: z.strictObject({ uuid: id, session: id }),
} satisfies { readonly [K in ArchiveKind]: z.ZodObject }

/** Every kind, in file order. */
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
  /** Epoch milliseconds: the time of the snapshot. */
  at: time,
  counts: z.partialRecord(z.enum(KINDS as [ArchiveKind]), count),
})

/** The header, or undefined if the line is not one. */
export function parseHeader(text: string): Header | undefined {
  const parsed = header.safeParse(jsonOf(text))
  return parsed.success ? parsed.data : undefined
}

/** The record on a line, or why it is invalid; `now` limits the end times of tombstones and exclusions. */
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
