import { fileNamesIn } from '@hindcast/text/paths.ts'
import { oneLine } from '@hindcast/text/phrases.ts'
import { stemOf } from '@hindcast/text/words.ts'
import { bm25Of, type RecordWords, rarityOf, recordWords, topicsOf } from '../retrieval/relevance.ts'
import { type Axis, axisText } from './axes.ts'
import type { Experience } from './experience.ts'

/** What experiences are compared with: words, the files that they name among them, and a command that was run. */
export interface Query {
  readonly text: string
  readonly command?: string | undefined
}

/** An experience like the query; `isSamePlace`: it is about a file that the query names, or about its command. */
export interface Alike {
  readonly experience: Experience
  readonly score: number
  readonly isSamePlace: boolean
}

/**
 * Those experiences that are like a query along an axis: falsified ones about the same files or command first, then by
 * their words, the newest first among equals.
 */
export function similar(experiences: readonly Experience[], query: Query, axis: Axis = 'whole'): readonly Alike[] {
  const stems = new Map(topicsOf(query.text).flatMap((topic) => topic.map((word) => [stemOf(word), word])))
  const read = experiences.map((experience) => ({ experience, ...readOf(experience, axis) }))
  const average = read.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, read.length)
  const asked = [...stems].map(([stem, word]) => {
    const holding = read.filter(({ words }) => words.counts.has(stem)).length
    return { stem, rarity: rarityOf(word, holding, read.length) }
  })
  const all = asked.reduce((sum, { rarity }) => sum + rarity, 0)
  const files = fileNameSet(`${query.text}\n${query.command ?? ''}`)
  const command = query.command === undefined ? '' : oneLine(query.command)
  const places = files.size > 0 || command !== ''
  return read
    .map(({ experience, words, names }): Alike => {
      const isSamePlace = places && ([...files].some((name) => names.has(name)) || isAboutCommand(experience, command))
      return { experience, score: bm25Of(asked, words, average), isSamePlace }
    })
    .filter(({ score, isSamePlace }) => isRelevant(score, all) || (isSamePlace && score >= LEAST_IN_PLACE))
    .sort((a, b) => first(b) - first(a) || b.score - a.score || b.experience.at - a.experience.at)
}

/**
 * How much is enough: this BM25 score (a word that hardly any other text contains counts 1, up to 2 in a title), or a lower
 * one together with this share of the query's words.
 */
const LEAST = { bm25: 3.6, short: 2, share: 0.4 }

const isRelevant = (bm25: number, all: number): boolean =>
  bm25 >= LEAST.bm25 || (bm25 >= LEAST.short && bm25 >= LEAST.share * all)

/** About the same file, one word of weight more is enough. */
const LEAST_IN_PLACE = 1

const first = ({ experience, isSamePlace }: Alike): number => (isSamePlace && experience.status === 'falsified' ? 1 : 0)

interface Read {
  /** The text that it was read from. */
  readonly from: string
  readonly words: RecordWords
  /** The names of the files that it is about. */
  readonly names: ReadonlySet<string>
}

/**
 * Reading 3,000 experiences takes 20 times as long as comparing them, and every prompt compares all. By axis and id, since
 * a daemon reads its experiences from the store again and again.
 */
const known = new Map<string, Read>()
const MOST_KNOWN = 6000

function readOf(experience: Experience, axis: Axis): Read {
  const { title, more } = axisText(experience, axis)
  const places = experience.isProvisional ? '' : [experience.expect, ...experience.files].join('\n')
  const from = [title, more, places].join('\n\n').slice(0, LONGEST)
  const key = `${axis} ${experience.id}`
  const before = known.get(key)
  if (before?.from === from) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const words = recordWords(title.slice(0, LONGEST), more.slice(0, LONGEST))
  const read = { from, words, names: experience.isProvisional ? NO_NAMES : fileNameSet(from) }
  known.set(key, read)
  return read
}

/** A failing check is about its failure, not about the files that it names. */
const NO_NAMES: ReadonlySet<string> = new Set()

/** More is a log. */
const LONGEST = 3000

const fileNameSet = (text: string): ReadonlySet<string> => new Set(fileNamesIn(text.slice(0, LONGEST)))

/** Commands this short are run for everything. */
const SHORTEST = 12

const isAboutCommand = (
  { isProvisional, expect = '', goal, prediction, action }: Experience,
  command: string,
): boolean =>
  !isProvisional &&
  command.length >= SHORTEST &&
  oneLine([expect, goal, prediction, action].join('\n')).includes(command)
