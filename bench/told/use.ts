import type { EventRecord } from '../../src/domain/nouns/event.ts'
import type { AnyRecord } from '../../src/domain/nouns/records.ts'
import { STOP_WORDS } from '../../src/domain/retrieval/vocabulary.ts'
import { words } from '../../src/domain/retrieval/words.ts'

/** What a session did, event by event, in order of time. */
export type Activity = readonly Deed[]

interface Deed {
  readonly at: number
  readonly event: string
  readonly files: readonly string[]
  /** All words that the event holds, lower case. */
  readonly words: ReadonlySet<string>
  /** What the agent itself wrote: a call's input, a message. */
  readonly written: string
  readonly writtenWords: ReadonlySet<string>
}

/** Reads what a session did from its kept events. */
export const activityOf = (events: readonly EventRecord[]): Activity =>
  events
    .filter(({ name }) => name !== 'Told' && name !== 'Warned')
    .map(({ at, name, filesRead, filesModified, input, output, target, body }) => {
      const said = JSON.stringify(body)
      const written = [input, target, name === 'UserPromptSubmit' ? '' : said].filter(Boolean).join('\n')
      return {
        ...{ at, event: name, written, files: [...filesModified, ...filesRead] },
        words: wordsOf(`${written}\n${said}\n${output ?? ''}`),
        writtenWords: wordsOf(written),
      }
    })

const MIN_WORD = 4
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(words(text.toLowerCase()).filter((word) => word.length >= MIN_WORD && !STOP_WORDS.has(word)))

/** What was done after a moment and had not come up before it. */
export interface Rest {
  readonly files: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  readonly written: string
}

/** What a session did from a moment on, without the files that it had in hand and the words that had come up by then. */
export function restOf(activity: Activity, at: number): Rest {
  const before = activity.filter((deed) => deed.at <= at)
  const after = activity.filter((deed) => deed.at > at)
  const inHand = new Set(before.flatMap(({ files }) => files))
  const heard = new Set(before.flatMap((deed) => [...deed.words]))
  const fresh = after.flatMap((deed) => [...deed.writtenWords].filter((word) => !heard.has(word)))
  return {
    files: new Set(after.flatMap(({ files }) => files.filter((file) => !inHand.has(file)))),
    words: new Set(fresh),
    written: after.map(({ written }) => written).join('\n'),
  }
}

/** Of each record the words that only few sessions' records hold. */
export function rareWords(records: ReadonlyMap<string, AnyRecord>): ReadonlyMap<string, ReadonlySet<string>> {
  const held = new Map([...records].map(([id, { record }]) => [id, wordsOf(textOf(record))] as const))
  const sessions = new Map<string, Set<string>>()
  for (const [id, { record }] of records)
    for (const word of held.get(id) ?? []) sessions.set(word, (sessions.get(word) ?? new Set()).add(record.session))
  const all = new Set([...records.values()].map(({ record }) => record.session))
  const most = Math.max(FEW_SESSIONS, all.size * RARE)
  const isRare = (word: string) => (sessions.get(word)?.size ?? 0) <= most
  return new Map([...held].map(([id, own]) => [id, new Set([...own].filter(isRare))]))
}

/** A word is rare that the records of at most so many sessions hold, or of this share of them. */
const FEW_SESSIONS = 3
const RARE = 0.03
/** One rare word may come up by chance. */
const MIN_TAKEN_UP = 2

/** How a told record was used: opened, one of its files touched that was not in hand, or rare words of it taken up. */
export interface Use {
  readonly opened: boolean
  readonly touched: boolean
  readonly taken: boolean
}

/** Whether what a session did from a moment on uses a record. */
export function useOf({ record }: AnyRecord, rare: ReadonlySet<string>, rest: Rest): Use {
  return {
    opened: rest.written.includes(record.id),
    touched: filesOf(record).some((file) => rest.files.has(file)),
    taken: [...rare].filter((word) => rest.words.has(word)).length >= MIN_TAKEN_UP,
  }
}

type Written = AnyRecord['record']

/** The files that a record is about: those that it changed, or else read. */
function filesOf(record: Written): readonly string[] {
  if ('files' in record) return record.files
  if (!('filesModified' in record)) return []
  return record.filesModified.length > 0 ? record.filesModified : record.filesRead
}

/** All sentences of a record, without its ids. */
const textOf = (record: Written): string =>
  Object.entries(record)
    .flatMap(([field, value]) => (UNREAD.has(field) ? [] : [value].flat()))
    .filter((value) => typeof value === 'string')
    .join('\n')

const UNREAD: ReadonlySet<string> = new Set(
  'id session project promptId agentId evidence supersedes type concepts filesRead filesModified files'.split(' '),
)
