import { digest } from '@hindcast/redaction/digest.ts'
import { STOP_WORDS } from '@hindcast/text/vocabulary.ts'
import { words } from '@hindcast/text/words.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Observation } from '../nouns/observation.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { AnyRecord } from '../nouns/records.ts'
import type { Telling, UseKind } from '../nouns/telling.ts'

/**
 * A number in [0, 1) derived from a session and a record, so that a random choice made with it is stable throughout a
 * session.
 */
export const drawOf = (session: string, record: string): number =>
  Number.parseInt(digest(['use', session, record]).slice(0, 8), 16) / 2 ** 32

/** Whether a record may be withheld or left out: observations and summaries may; handoffs and prompts never. */
export const isOptional = (record: string): boolean => /^[om]_/.test(record)

/** Whether more can be learned about a telling: about its own record or the one it is compared with. */
export const isOpen = ({ used, control, elsewhere }: Telling): boolean =>
  used === undefined || (control !== undefined && elsewhere !== true)

/**
 * A session's open tellings, each paired with a control: a record that the same behaviour told to another session of
 * the project earlier, and that nobody told to this one. A pair is fixed once chosen; a telling that never varies gets
 * no control. `others`: tellings of other sessions.
 */
export function pairedTellings(own: readonly Telling[], others: readonly Telling[]): Telling[] {
  const toldHere = new Set(own.map(({ record }) => record))
  const strange = others.filter(({ record, withheld }) => !withheld && !toldHere.has(record))
  return own.filter(isOpen).map((telling) => {
    if (telling.control !== undefined || !isOptional(telling.record)) return telling
    const known = strange.filter(({ behaviour, at }) => behaviour === telling.behaviour && at < telling.at)
    const records = [...new Set(known.map(({ record }) => record))].sort()
    const control = records[Math.floor(drawOf(telling.session, telling.record) * records.length)]
    return control === undefined ? telling : { ...telling, control }
  })
}

/**
 * The evidence for judging use. `records`: those told and their controls; `known`: the project's newest observations.
 */
export interface UseEvidence {
  readonly tellings: readonly Telling[]
  readonly records: readonly AnyRecord[]
  readonly known: readonly Observation[]
  /** The session's newest events, oldest first, and its prompts. */
  readonly events: readonly EventRecord[]
  readonly prompts: readonly Prompt[]
  /** Whether older events were left out. */
  readonly isCut: boolean
}

/** The tellings about which something new is known, updated. Linear in the session's words. */
export function judgeUse({ tellings, records, known, events, prompts, isCut }: UseEvidence): Telling[] {
  // Mentions before the oldest event are unknown, so only tellings with as many events before them as after are judged
  const since = isCut ? (events[Math.floor(events.length / 2)]?.at ?? 0) : 0
  const found = firsts(events, prompts)
  const rare = rareness(known)
  const byId = new Map(records.map((each) => [each.record.id, each]))
  const useOf = (id: string | undefined, at: number) => {
    const one = byId.get(id ?? '')
    return one === undefined || one.record.session === tellings[0]?.session ? undefined : used(one, at, found, rare)
  }
  return tellings.flatMap((telling) => {
    const { at, record, control } = telling
    if (at < since) return []
    const use = telling.used === undefined ? useOf(record, at) : undefined
    const elsewhere = control === undefined ? undefined : telling.elsewhere === true || useOf(control, at) !== undefined
    const changed = use !== undefined || elsewhere !== telling.elsewhere
    const next = { ...telling, ...(use && { used: use.how, usedAt: use.at }), ...(control && { elsewhere }) }
    return changed ? [next] : []
  })
}

/** When something was first mentioned in a session; `byAgent`: the agent wrote it before anyone else. */
interface First {
  readonly at: number
  readonly byAgent: boolean
}

/** When a session first touched each file, first mentioned each word, and first named each record in a call. */
interface Firsts {
  readonly files: Map<string, number>
  readonly words: Map<string, First>
  readonly calls: { readonly at: number; readonly input: string }[]
}

/** What a session has mentioned as far as it was read: these events, and the prompts with these ids. */
interface Read {
  readonly firsts: Firsts
  readonly events: Set<EventRecord>
  readonly prompts: Set<string>
}

/**
 * By a session's first event: a session is judged after each of its turns, and only what is new since is read. As long as its
 * events are kept in memory, they are the same objects.
 */
const READ = new WeakMap<EventRecord, Read>()

function firsts(events: readonly EventRecord[], prompts: readonly Prompt[]): Firsts {
  const [first] = events
  const read = (first && READ.get(first)) ?? {
    firsts: { files: new Map(), words: new Map(), calls: [] },
    events: new Set(),
    prompts: new Set(),
  }
  const newEvents = events.filter((event) => !read.events.has(event))
  const newPrompts = prompts.filter(({ id }) => !read.prompts.has(id))
  take(read.firsts, newEvents, newPrompts)
  for (const event of newEvents) read.events.add(event)
  for (const { id } of newPrompts) read.prompts.add(id)
  if (first !== undefined) READ.set(first, read)
  return read.firsts
}

/** Reads more of a session, in any order of time. */
function take(
  { files, words: found, calls }: Firsts,
  events: readonly EventRecord[],
  prompts: readonly Prompt[],
): void {
  const hear = (text: string, at: number, byAgent: boolean, before = at) => {
    for (const word of longWords(text)) {
      const known = found.get(word)
      if (known === undefined || known.at > before) found.set(word, { at, byAgent })
    }
  }
  const steps = [...prompts, ...events.filter(({ via }) => via !== 'derived')].sort((a, b) => a.at - b.at)
  for (const step of steps) {
    const { at } = step
    if ('text' in step) {
      // What was asked comes before what was done in the same moment
      hear(step.text, at, false, at - 1)
      continue
    }
    for (const file of [...step.filesModified, ...step.filesRead].map(pathTail))
      files.set(file, Math.min(at, files.get(file) ?? at))
    if (step.tool !== undefined && ID.test(step.input ?? '')) calls.push({ at, input: step.input ?? '' })
    const { written, given } = writtenAndGiven(step)
    hear(written, at, true)
    hear(given, at, false)
  }
  calls.sort((a, b) => a.at - b.at)
}

const ID = /[a-z]_[0-9a-f]{8}/

/** What the agent wrote at an event, and what it was given. In an edit, only the added lines are the agent's. */
function writtenAndGiven({ tool, input = '', output = '', body }: EventRecord): { written: string; given: string } {
  if (tool === undefined) return { written: String(body.lastMessage ?? ''), given: output }
  const act = body.act as { readonly kind?: string } | undefined
  if (act?.kind !== 'edit') return { written: input, given: output }
  const lines = input.split('\n')
  const isAdded = (line: string) => line.startsWith('+')
  return {
    written: lines.filter(isAdded).join('\n'),
    given: [...lines.filter((line) => !isAdded(line)), output].join('\n'),
  }
}

/** A file name with its last two folders: the same in every worktree of a project. */
const pathTail = (path: string): string => path.split('/').slice(-3).join('/')

const MIN_WORD = 4
const longWords = (text: string): ReadonlySet<string> =>
  new Set(words(text.toLowerCase()).filter((word) => word.length >= MIN_WORD && !STOP_WORDS.has(word)))

/**
 * A word is rare if at most this many sessions, or this share of them, have it in their records; a single rare word may
 * be a coincidence.
 */
const FEW_SESSIONS = 3
const RARE = 0.03
const MIN_TAKEN_UP = 2

/** Says which words are rare in a project's records. */
function rareness(known: readonly Observation[]): (word: string) => boolean {
  const holders = new Map<string, Set<string>>()
  for (const { session, title, narrative } of known)
    for (const word of longWords(`${title}\n${narrative}`))
      holders.set(word, (holders.get(word) ?? new Set()).add(session))
  const most = Math.max(FEW_SESSIONS, new Set(known.map(({ session }) => session)).size * RARE)
  return (word) => (holders.get(word)?.size ?? 0) <= most
}

/** How and when a session used a record after being told it: the strongest sign, or undefined if it did not. */
function used(
  { record }: AnyRecord,
  told: number,
  { files, words: found, calls }: Firsts,
  isRare: (word: string) => boolean,
): { readonly how: UseKind; readonly at: number } | undefined {
  const opened = calls.find(({ at, input }) => at > told && input.includes(record.id.slice(0, SHORTEST_ID)))
  if (opened !== undefined) return { how: 'opened', at: opened.at }
  const touched = recordFiles(record).map((file) => files.get(pathTail(file)) ?? 0)
  const after = touched.filter((at) => at > told)
  if (after.length > 0) return { how: 'file', at: Math.min(...after) }
  const taken = [...longWords(recordText(record))]
    .filter(isRare)
    .flatMap((word) => found.get(word) ?? [])
    .filter(({ at, byAgent }) => byAgent && at > told)
    .map(({ at }) => at)
    .sort((a, b) => a - b)
  const at = taken[MIN_TAKEN_UP - 1]
  return at === undefined ? undefined : { how: 'words', at }
}

/** The shortest id prefix that names a record: its letter and eight digits. */
const SHORTEST_ID = 10

type Written = AnyRecord['record']

/** The files that a record is about: the changed ones, otherwise the ones read. */
function recordFiles(record: Written): readonly string[] {
  if ('files' in record) return record.files
  if (!('filesModified' in record)) return []
  return record.filesModified.length > 0 ? record.filesModified : record.filesRead
}

/** A record's own sentences. */
function recordText(record: Written): string {
  if ('narrative' in record) return `${record.title}\n${record.narrative}`
  if ('completed' in record) return `${record.request}\n${record.completed}\n${record.learned}`
  if ('hypothesis' in record) return [record.goal, record.hypothesis, record.cause, record.lesson].join('\n')
  if ('goal' in record) return `${record.goal}\n${record.now}\n${record.next}`
  return 'text' in record ? String(record.text) : ''
}

/** How often a behaviour's tellings were used. `compared`: tellings with a control. */
export interface UseFigures {
  readonly told: number
  readonly used: number
  readonly compared: number
  /** Of the compared tellings: both records used, only the told one, only the control. */
  readonly both: number
  readonly ahead: number
  readonly behind: number
  readonly withheld: number
  readonly usedWithheld: number
}

/** The minimum number of comparisons before a behaviour is judged. */
export const ENOUGH = 100
/** Normal distribution: 95 % lies within this many standard deviations. */
const Z = 1.96

/**
 * Whether told records are used no more often than their controls: the 95 % interval of the difference of the two
 * paired proportions, (ahead − behind) / n ± Z · √(ahead + behind − (ahead − behind)² / n) / n, is not entirely above
 * 0.
 */
export function isUsedNoMore({ compared, ahead, behind }: UseFigures): boolean {
  if (compared < ENOUGH) return false
  const difference = ahead - behind
  return difference <= Z * Math.sqrt(ahead + behind - difference ** 2 / compared)
}
