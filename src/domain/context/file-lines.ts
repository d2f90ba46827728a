import type { ContextItem } from '../effects.ts'
import { FAILURE_FACT } from '../memory/merge.ts'
import { splitSentences } from '../memory/prose.ts'
import { isPersons, type Observation } from '../nouns/observation.ts'
import { baseName } from '../paths.ts'
import { recordWords } from '../retrieval/relevance.ts'
import { quote, shownPath } from './quote.ts'
import { when } from './times.ts'
import { failureSaid, OWN_SENTENCE, titleSaid, voiceOf } from './voice.ts'

/** The most that is told of one file. */
const MOST = 3
const TITLE = 110
const LINE = 220

/** What stands above what is known of a file. */
export const fileHead = (path: string): string => `Notes on ${shownPath(baseName(path))}`

/**
 * What is recorded of a file that cannot be seen in it, the weightiest first, a line or two each: what was to be remembered
 * or decided of it, and what its last change fixed. `known`: records that read or changed it.
 */
export function fileLines(known: readonly Observation[], path: string, now: number): ContextItem[] {
  const outdated = new Set(known.map(({ supersedes }) => supersedes))
  const current = known.filter(({ id }) => !outdated.has(id))
  const lastChange = Math.max(...current.filter((each) => isChangeOf(each, path)).map(({ at }) => at))
  const notes = current
    .filter((each) => isAbout(each, path))
    .map((each) => ({ each, note: noteOf(each, baseName(path), each.at === lastChange) }))
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

/** It names the file, or changed no other: of the files of a large change few are what it is about. */
function isAbout({ filesModified, title, narrative, facts }: Observation, path: string): boolean {
  const isOnly = filesModified.length === 1 && baseName(filesModified[0] ?? '') === baseName(path)
  return isOnly || [title, narrative, ...facts.filter(isFailure)].some((text) => text.includes(baseName(path)))
}

const isFailure = (fact: string): boolean => fact.startsWith(FAILURE_FACT)

interface Note {
  /** More is told first. */
  readonly weight: number
  readonly text: readonly string[]
}

/** What a record says to whoever touches the file; undefined where that is only that it changed. */
function noteOf(record: Observation, name: string, isLast: boolean): Note | undefined {
  const { type, rememberedBy, title } = record
  const named = titleSaid(record, TITLE)
  if (rememberedBy !== undefined)
    return { weight: rememberedBy === 'user' ? 4 : 3, text: [`${voiceOf(record)} ${quote(title, LINE)}`] }
  const said = additionOf(record, name)
  const reported = said === undefined ? [] : [`agent reported ${quote(said, LINE)}`]
  if (type === 'decision' || type === 'security') return { weight: 2, text: [`${type}: ${named}`, ...reported] }
  return isLast ? fixOf(record, named, reported) : undefined
}

/** What was wrong and how that was overcome: an error alone says nothing, since it is no longer there. */
function fixOf({ facts, type, title }: Observation, named: string, reported: readonly string[]): Note | undefined {
  const failure = facts.find(isFailure)
  const tellsHow = reported.length > 0 || (failure !== undefined && added(title, failure) >= ADDED_BY_TITLE)
  if ((type !== 'bugfix' && failure === undefined) || !tellsHow) return undefined
  const failed = failure === undefined ? [] : [failureSaid(failure, LINE)]
  return { weight: 1, text: [`last change, ${type}: ${named}`, ...failed, ...reported] }
}

/** The first sentence that says more than the title and the failure, best one that names the file. */
function additionOf({ narrative, title, facts }: Observation, name: string): string | undefined {
  const known = [title, ...facts.filter(isFailure)].join('\n')
  const own = splitSentences(narrative).filter((each) => !OWN_SENTENCE.test(each) && added(each, known) >= ADDED)
  return own.find((each) => each.includes(name)) ?? own[0]
}

/** A sentence with so many words of its own says more than a title. */
const ADDED = 4
/** A title with fewer is the error's own words. */
const ADDED_BY_TITLE = 2

/** How many words a text has that another has not. */
function added(text: string, known: string): number {
  const { heading } = recordWords(known, '')
  return [...recordWords(text, '').heading].filter((stem) => !heading.has(stem)).length
}
