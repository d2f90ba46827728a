import { baseName } from '@hindcast/text/paths.ts'
import type { ContextItem } from '../effects.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { splitSentences } from '../memory/prose.ts'
import { failureSaid, OWN_SENTENCE, titleSaid, voiceOf } from '../memory/title-voice.ts'
import { isPersons, type Observation } from '../nouns/observation.ts'
import { quote, shownPath } from '../quote.ts'
import { recordWords } from '../retrieval/relevance.ts'
import { when } from './times.ts'

/** The most notes shown for one file. */
const MOST = 3
const TITLE = 110
const LINE = 220

/** The heading above the notes on a file. */
export const fileHead = (path: string): string => `Notes on ${shownPath(baseName(path))}`

/**
 * Notes on a file that reading it would not reveal, most important first, one or two lines each: what someone asked to
 * remember or decided about it, and what its last change fixed. `known` holds the records that read or changed it.
 */
export function fileLines(known: readonly Observation[], path: string, now: number): ContextItem[] {
  const outdated = new Set(known.map(({ supersedes }) => supersedes))
  const current = known.filter(({ id }) => !outdated.has(id))
  const lastChange = Math.max(...current.filter((each) => isChangeOf(each, path)).map(({ at }) => at))
  const notes = current
    .filter((each) => isAboutFile(each, path))
    .map((each) => ({ each, note: fileNote(each, baseName(path), each.at === lastChange) }))
    .flatMap(({ each, note }) => (note === undefined ? [] : [{ each, ...note }]))
    .sort((a, b) => b.weight - a.weight || b.each.at - a.each.at)
  return notes.slice(0, MOST).map(({ each, weight, text }) => ({
    text: [`${each.id} ${when(each.at, now)}, ${text[0]}`, ...text.slice(1)].join('\n  '),
    ids: [each.id],
    rank: weight,
    isPersons: isPersons(each),
  }))
}

const isChangeOf = ({ filesModified }: Observation, path: string): boolean =>
  filesModified.some((file) => baseName(file) === baseName(path))

/** A record is about a file if it names it or changed only that file: a large change touches many files in passing. */
function isAboutFile({ filesModified, title, narrative, facts }: Observation, path: string): boolean {
  const isOnly = filesModified.length === 1 && baseName(filesModified[0] ?? '') === baseName(path)
  return isOnly || [title, narrative, ...facts.filter(isFailure)].some((text) => text.includes(baseName(path)))
}

const isFailure = (fact: string): boolean => fact.startsWith(FAILURE_FACT)

interface Note {
  /** Heavier notes come first. */
  readonly weight: number
  readonly text: readonly string[]
}

/** What a record has to say to someone about to edit the file; undefined if it only says that the file changed. */
function fileNote(record: Observation, name: string, isLast: boolean): Note | undefined {
  const { type, rememberedBy, title } = record
  const named = titleSaid(record, TITLE)
  if (rememberedBy !== undefined)
    return { weight: rememberedBy === 'user' ? 4 : 3, text: [`${voiceOf(record)} ${quote(title, LINE)}`] }
  const said = additionOf(record, name)
  const reported = said === undefined ? [] : [`agent reported ${quote(said, LINE)}`]
  if (type === 'decision' || type === 'security') return { weight: 2, text: [`${type}: ${named}`, ...reported] }
  return isLast ? fixOf(record, named, reported) : undefined
}

/** What was wrong and how it was fixed. An error alone is no help: it no longer occurs. */
function fixOf({ facts, type, title }: Observation, named: string, reported: readonly string[]): Note | undefined {
  const failure = facts.find(isFailure)
  const tellsHow = reported.length > 0 || (failure !== undefined && newWords(title, failure) >= ADDED_BY_TITLE)
  if ((type !== 'bugfix' && failure === undefined) || !tellsHow) return undefined
  const failed = failure === undefined ? [] : [failureSaid(failure, LINE)]
  return { weight: 1, text: [`last change, ${type}: ${named}`, ...failed, ...reported] }
}

/** The first sentence that adds something to the title and the failure, preferably one that names the file. */
function additionOf({ narrative, title, facts }: Observation, name: string): string | undefined {
  const known = [title, ...facts.filter(isFailure)].join('\n')
  const own = splitSentences(narrative).filter((each) => !OWN_SENTENCE.test(each) && newWords(each, known) >= ADDED)
  return own.find((each) => each.includes(name)) ?? own[0]
}

/** A sentence adds something if it has at least this many words that are not in the title. */
const ADDED = 4
/** A title with fewer new words only restates the error. */
const ADDED_BY_TITLE = 2

/** How many words of a text are not in the other. */
function newWords(text: string, known: string): number {
  const { heading } = recordWords(known, '')
  return [...recordWords(text, '').heading].filter((stem) => !heading.has(stem)).length
}
