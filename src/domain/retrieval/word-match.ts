import { baseName } from '@hindcast/text/paths.ts'
import { COMMON_WORDS } from '@hindcast/text/vocabulary.ts'
import { stemOf } from '@hindcast/text/words.ts'
import { isGoal } from '../memory/headline.ts'
import { promptWish } from '../memory/intent.ts'
import { splitSentences } from '../memory/prose.ts'
import { withoutTail } from '../memory/title.ts'
import { OWN_SENTENCE } from '../memory/title-voice.ts'
import type { PromptQuestion } from './question.ts'
import type { RecallCandidate } from './recall-candidate.ts'
import { type AskedWord, pairsIn, rarityOf, recordWords, type Topic, topicsOf } from './relevance.ts'

/** What is known of a project when its records are chosen from. */
export interface RecallGround {
  /** How many of its records hold each phrase of the question. */
  readonly held: ReadonlyMap<string, number>
  /** How many records it has. */
  readonly records: number
  /** The sessions on each branch that the prompt may name. */
  readonly branches: ReadonlyMap<string, ReadonlySet<string>>
  /** Those under each title that it names. */
  readonly titled?: ReadonlyMap<string, ReadonlySet<string>>
  /** The name of its repository, in lower case, without its owner; undefined if unknown. */
  readonly repository?: string | undefined
}

/** Why the words of a record make it one to tell: it is looked for, it decided the subject, or it shares rare words. */
export interface WordMatch {
  readonly by: 'lookBack' | 'decision' | 'words'
  /** As the line says it. */
  readonly name: string
  readonly weight: number
}

/** A word is rare if so many records hold it, or this share of all if that is more; of a young project this share at most. */
const FEW = 3
const RARE_SHARE = 0.03
const YOUNG_SHARE = 0.1
/** So many rare words make a match; one is chance. */
const SHARED = 2
/** Two words that stand together may be so many times as frequent as one. */
const TWO_WORDS = 2
/** What somebody decided is told by words that need not be rare, but of this weight at least. */
const DECIDED_RARITY = 0.6
/** So much of what is looked for, by weight, a record must hold, or a rare word of it in its title. */
const HALF = 0.5
/** The minimum number of new words for a sentence to add to the title. */
const ADDED = 2
/** The beginning of a prompt says what it is about. */
const ASKED_READ = 300
/** The words that a line names. */
const NAMED = 3

/** How many records may hold a rare word. */
export const rareLimit = (records: number): number =>
  Math.max(1, Math.min(FEW, Math.floor(records * YOUNG_SHARE)), Math.floor(records * RARE_SHARE))

/** The phrase by which an index finds a topic. */
export const phraseOfTopic = (topic: Topic): string => topic.join(' ')

/** The words of a question, and what they say of records. */
export class SharedWords {
  readonly #rare: readonly (readonly Topic[])[]
  readonly #question: PromptQuestion
  readonly #asked: readonly AskedWord[]
  readonly #telling: readonly Topic[]
  readonly #ground: RecallGround

  constructor(question: PromptQuestion, ground: RecallGround) {
    const { sentences, lookedFor } = question
    this.#question = question
    this.#ground = ground
    this.#rare = sentences.map((topics) => topics.filter((topic) => this.#isRare(topic)))
    this.#telling = sentences.flat().filter((topic) => this.#rarity(topic) >= DECIDED_RARITY)
    this.#asked = [...sentences.flat(), ...lookedFor].flatMap((topic) =>
      topic.map((word) => ({ stem: stemOf(word), rarity: this.#rarity(topic) })),
    )
  }

  /** The reason to tell a record, if its words give one. */
  match(record: RecallCandidate): WordMatch | undefined {
    const { title, more, kind, isDecided } = record
    const words = recordWords(title, more)
    const before = this.#remembered(record)
    const share = this.#sum(before) / Math.max(Number.MIN_VALUE, this.#sum(this.#question.lookedFor))
    const isTitled = before.some((topic) => this.#isRare(topic) && hasAll(words.heading, topic))
    if ((share >= HALF || isTitled) && kind !== 'prompt') {
      const inTitle = before.filter((topic) => hasAll(words.heading, topic)).length / before.length
      return { by: 'lookBack', name: 'asked for', weight: share + inTitle + (isDecided ? 1 : 0) }
    }
    const rare = this.#rare.flat().filter((topic) => hasAll(words.counts, topic))
    if (isDecided && this.#isDecision(title)) return { by: 'decision', name: 'decided before', weight: this.#sum(rare) }
    const together = this.#inTitle(record) ?? (rare.length < SHARED ? [] : this.#together(record))
    if (together.length < SHARED) return undefined
    const shared = together.slice(0, NAMED).map((topic) => `“${topic.join(' ')}”`)
    return { by: 'words', name: `shares ${shared.join(', ')}`, weight: this.#sum(together) }
  }

  /** The sentence of a record that covers most of the prompt, among those that add to its title; observed facts win ties. */
  answerIn({ title, line, by, failures }: RecallCandidate): Pick<RecallCandidate, 'line' | 'by'> {
    const { heading } = recordWords(title, '')
    const sayings = [
      ...failures.map((text) => ({ line: text, by: 'observed' as const })),
      ...splitSentences(line).map((text) => ({ line: text.replace(/^Earlier: /, ''), by })),
    ]
    const adding = sayings
      .filter((each) => !OWN_SENTENCE.test(each.line))
      .map((each) => ({ each, stems: recordWords(each.line, '').heading }))
      .filter(({ stems }) => [...stems].filter((stem) => !heading.has(stem)).length >= ADDED)
    const covered = adding.map(({ stems }) =>
      this.#asked.reduce((sum, { stem, rarity }) => sum + (stems.has(stem) ? rarity : 0), 0),
    )
    return adding[covered.indexOf(Math.max(...covered))]?.each ?? { line: '', by }
  }

  /** What is looked for and stands in a record, or in what was asked: people remember their own words. */
  #remembered({ title, more, asked }: RecallCandidate): readonly Topic[] {
    if (this.#question.lookedFor.length === 0) return []
    const { counts } = recordWords(title, `${more}\n${asked.slice(0, ASKED_READ)}`)
    return this.#question.lookedFor.filter((topic) => hasAll(counts, topic))
  }

  /**
   * The most rare words that a sentence of the question has together with a sentence of the record, or with its title and
   * files: words far apart meet by chance. Two of them must be one name, or stand next to each other in both: “hidden” and
   * “view” are in many sentences, “product tour” is a thing.
   */
  #together(record: RecallCandidate): readonly Topic[] {
    const { title, more, files, kind } = record
    if (kind === 'prompt' || (kind === 'summary' && !isGoal(promptWish(title)))) return []
    const { heading } = recordWords([title, ...files.map(baseName)].join('\n'), '')
    // What was only looked at holds all sorts of things; what was found is its title
    const sentences =
      kind === 'observation' && files.length === 0 ? [''] : ['', ...more.split('\n').flatMap(splitSentences)]
    const shared = sentences.flatMap((sentence) => {
      const stems = new Set([...heading, ...recordWords(sentence, '').heading])
      const pairs = new Set([title, sentence].flatMap(pairsIn).filter((pair) => this.#question.pairs.has(pair)))
      return this.#rare
        .map((topics) => topics.filter((topic) => hasAll(stems, topic)))
        .filter((topics) => isNamed(topics, pairs))
    })
    return shared.reduce<readonly Topic[]>((best, each) => (this.#sum(each) > this.#sum(best) ? each : best), [])
  }

  /** The rare pairs of words of the question that a title has, if they are several: what it is about has that name. */
  #inTitle({ kind, title }: RecallCandidate): readonly Topic[] | undefined {
    const pairs = new Set(kind === 'observation' ? pairsIn(withoutTail(title)) : [])
    const shared = this.#question.twos.filter(
      (two) => pairs.has(two.map(stemOf).join(' ')) && this.#isRare(two, TWO_WORDS),
    )
    return shared.length >= SHARED ? shared : undefined
  }

  /** Whether the question names half of what was decided: its subject (`rounding: keep …`), or what was asked (`… → no`). */
  #isDecision(title: string): boolean {
    const topics = topicsOf(SUBJECT.exec(title)?.[0] ?? title)
    const subject = topics.filter((topic) => !topic.every((word) => COMMON_WORDS.has(word)))
    const said = new Set(this.#telling.flat().map(stemOf))
    return subject.length > 0 && subject.filter((topic) => hasAll(said, topic)).length >= HALF * subject.length
  }

  /** Whether a record's title or the line that answers has a rare word of the question that is no part of this name. */
  sharesBeside({ title, line }: RecallCandidate, name: string): boolean {
    const own = recordWords(name, '').heading
    const { counts } = recordWords(title, line)
    return this.#rare.flat().some((topic) => hasAll(counts, topic) && !topic.some((word) => own.has(stemOf(word))))
  }

  #isRare(topic: Topic, times = 1): boolean {
    const rows = this.#ground.held.get(phraseOfTopic(topic)) ?? 0
    return rows > 0 && rows <= times * rareLimit(this.#ground.records)
  }

  #rarity(topic: Topic): number {
    return rarityOf(topic[0] ?? '', this.#ground.held.get(phraseOfTopic(topic)) ?? 0, this.#ground.records)
  }

  #sum(topics: readonly Topic[]): number {
    return topics.reduce((sum, topic) => sum + this.#rarity(topic), 0)
  }
}

const SUBJECT = /^[^:\n]{2,40}(?=:\s)|^.+?(?= → )/

/** Whether some of these topics are one name in code, or two of them one of these pairs. */
const isNamed = (topics: readonly Topic[], pairs: ReadonlySet<string>): boolean => {
  const stems = topics.map((topic) => topic.map(stemOf).join(' '))
  return stems.some((one) => one.includes(' ') || stems.some((other) => pairs.has(`${one} ${other}`)))
}

const hasAll = (stems: { has(stem: string): boolean }, topic: Topic): boolean =>
  topic.every((word) => stems.has(stemOf(word)))
