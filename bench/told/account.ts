import { baseName } from '@hindcast/text/paths.ts'
import type { Store } from '../../src/adapters/store/sqlite/store.ts'
import type { Draft, EventName } from '../../src/domain/events.ts'
import type { EventRecord } from '../../src/domain/nouns/event.ts'
import type { AnyRecord } from '../../src/domain/nouns/records.ts'
import type { TurnResult } from '../../src/engine/dispatcher.ts'
import type { Witness } from './project.ts'

/** What one behaviour said at one event. `lines`: its text by items, a heading among them. */
export interface Utterance {
  readonly session: string
  readonly event: EventName
  readonly eventId: string
  readonly at: number
  readonly behaviour: string
  readonly tokens: number
  readonly ids: readonly string[]
  readonly lines: readonly ToldLine[]
}

/** A line as it was shown, with its continuation lines, and the record that it names. */
export interface ToldLine {
  readonly id?: string | undefined
  readonly text: string
}

/** A prompt that a person typed; `told`: the records that prompt-recall added to it. */
export interface Asked {
  readonly session: string
  readonly eventId: string
  readonly at: number
  readonly text: string
  readonly told: readonly string[]
}

/** What was shown at the start of a session that had an earlier one; a restart after a compaction does not count. */
export interface Start {
  readonly session: string
  readonly tokens: number
  readonly lines: number
}

/** The first file that a session edits: whether an earlier session had touched it, whether a told line named it before, and how many files had been named by then. */
export interface FirstEdit {
  readonly session: string
  readonly isKnown: boolean
  readonly isNamed: boolean
  readonly named: number
}

/** Everything shown to the sessions of a project, and what the sessions did. */
export interface Account {
  readonly utterances: readonly Utterance[]
  readonly prompts: readonly Asked[]
  readonly starts: readonly Start[]
  readonly edits: readonly FirstEdit[]
  readonly records: ReadonlyMap<string, AnyRecord>
  /** By session, oldest first. */
  readonly events: ReadonlyMap<string, readonly EventRecord[]>
}

/** Keeps an account while a project is replayed; read it at the end. */
export class Accountant implements Witness {
  readonly #utterances: Utterance[] = []
  readonly #prompts: Asked[] = []
  readonly #starts: Start[] = []
  readonly #edits: Edited[] = []
  readonly #files = new Set<string>()
  /** By session: words of the lines shown so far that may be file names. */
  readonly #named = new Map<string, Set<string>>()
  readonly #edited = new Set<string>()
  readonly #sessions = new Set<string>()
  #account: Account | undefined

  async after(draft: Draft, answer: TurnResult): Promise<void> {
    if (draft.name === 'SessionStart') this.#start(draft, answer)
    if (draft.name === 'PostToolUse') this.#call(draft)
    const utterances = utterancesOf(draft, answer)
    this.#utterances.push(...utterances)
    for (const utterance of utterances) this.#name(utterance)
    if (draft.name !== 'UserPromptSubmit' || draft.origin !== 'person' || draft.isPrivate) return
    const told = utterances.flatMap(({ behaviour, ids }) => (behaviour === 'prompt-recall' ? ids : []))
    const { session, at, prompt: text } = draft
    this.#prompts.push({ session, at, text, told, eventId: answer.eventId ?? '' })
  }

  async end(store: Store): Promise<void> {
    const records = await recordsIn(store, [...new Set(this.#utterances.flatMap((utterance) => utterance.ids))])
    const events = new Map<string, readonly EventRecord[]>()
    for (const { id } of await store.evidence.sessions({ limit: 100_000 }))
      events.set(id, await store.evidence.events({ session: id, limit: 1_000_000 }))
    const [utterances, prompts, starts] = [this.#utterances, this.#prompts, this.#starts]
    const files = [...events.values()].flat().flatMap((each) => [...each.filesModified, ...each.filesRead])
    const edits = this.#edits.map(firstEdits([...new Set([...files, ...this.#files])]))
    this.#account = { utterances, prompts, starts, edits, records, events }
  }

  account(): Account {
    if (this.#account === undefined) throw new Error('the replay has not ended')
    return this.#account
  }

  #start({ session, source }: Draft<'SessionStart'>, { answer, tokens }: TurnResult): void {
    const isFirst = this.#sessions.size === 0
    this.#sessions.add(session)
    if (isFirst || source === 'compact') return
    const lines = (answer.context ?? '').split('\n').filter((line) => line.trim() !== '' && !FRAME.test(line))
    this.#starts.push({ session, tokens, lines: lines.length })
  }

  /** A file counts as named by what was said before the call that touches it. */
  #call({ session, act }: Draft<'PostToolUse'>): void {
    const path = 'path' in act ? act.path : undefined
    if (path === undefined) return
    const isEdit = act.kind === 'edit' || act.kind === 'write'
    if (isEdit && this.#sessions.size > 1 && !this.#edited.has(session)) {
      this.#edited.add(session)
      this.#edits.push({ session, path, isKnown: this.#files.has(path), words: [...(this.#named.get(session) ?? [])] })
    }
    this.#files.add(path)
  }

  /** A heading names the file that the session has in hand already. */
  #name({ session, behaviour, lines }: Utterance): void {
    const named = this.#named.get(session) ?? new Set()
    const text = (behaviour === 'file-recall' ? lines.slice(1) : lines).map((line) => line.text).join('\n')
    for (const [path] of text.matchAll(PATH)) named.add(path)
    this.#named.set(session, named)
  }
}

/** The records that were shown, as they are stored at the end, and everything derived from the sessions. */
async function recordsIn(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, AnyRecord>> {
  const told = await store.memories.show(ids)
  const all = MADE.map(async (noun) => {
    const found = await store.memories.records({ noun, limit: 100_000 })
    return found.map((record) => ({ kind: noun, record }) as AnyRecord)
  })
  return new Map([...(await Promise.all(all)).flat(), ...told].map((one) => [one.record.id, one]))
}

const MADE = ['observation', 'summary', 'handoff', 'prompt'] as const

/** A first edit; `words`: words shown by then that may be file names. */
interface Edited extends Pick<FirstEdit, 'session' | 'isKnown'> {
  readonly path: string
  readonly words: readonly string[]
}

/**
 * A word names every file whose path ends with it. `files`: the paths of all files that any session touched; words that
 * name the same files count once.
 */
function firstEdits(files: readonly string[]): (edited: Edited) => FirstEdit {
  const byName = new Map<string, string[]>()
  for (const file of files) byName.set(baseName(file), [...(byName.get(baseName(file)) ?? []), file])
  const namedBy = (word: string) =>
    (byName.get(baseName(word)) ?? []).filter((file) => file === word || file.endsWith(`/${word}`))
  return ({ session, isKnown, path, words }) => {
    const named = words.map(namedBy).filter((each) => each.length > 0)
    return {
      ...{ session, isKnown },
      isNamed: named.some((each) => each.includes(path)),
      named: new Set(named.map((each) => each.join('\n'))).size,
    }
  }
}

const FRAME = /^<\/?hindcast-context>$/
/** What may be a path or a file's name. */
const PATH = /[\p{L}\p{N}_.@/\\+[\]-]*[\p{L}\p{N}_]/gu

/** What each behaviour said: the sections of a context stand in it one after the other, an empty line between them. */
function utterancesOf(
  { name: event, session, at }: Draft,
  { answer, sections, eventId = '' }: TurnResult,
): Utterance[] {
  const text = (answer.context ?? '').split('\n').filter((line) => !FRAME.test(line))
  const blocks = text.join('\n').split('\n\n')
  return sections.map(({ behaviour, tokens, ids }, nth) => {
    const block = blocks.length === sections.length ? (blocks[nth] ?? '') : text.join('\n')
    return { session, event, eventId, at, behaviour, tokens, ids, lines: linesOf(block, ids) }
  })
}

/** At least this much of an id is shown. */
const SHORTEST_ID = 8

/** An indented line continues the one above it. */
function linesOf(block: string, ids: readonly string[]): ToldLine[] {
  const lines: { id?: string | undefined; text: string }[] = []
  for (const text of block.split('\n').filter((line) => line.trim() !== '')) {
    const last = lines.at(-1)
    const id = ids.find((one) => text.includes(one.slice(0, SHORTEST_ID)))
    if (last !== undefined && id === undefined && /^\s/.test(text)) last.text += `\n${text}`
    else lines.push({ id, text })
  }
  return lines
}
