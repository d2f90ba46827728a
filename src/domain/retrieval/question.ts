import { COMMON_WORDS } from '@hindcast/text/vocabulary.ts'
import { commandIn, ownSentences } from '../memory/intent.ts'
import { planIn } from '../memory/turns.ts'
import { looksBack } from '../voice/look-back.ts'
import { ownSaid } from '../voice/own-words.ts'
import { errorsIn, errorWords } from './error-text.ts'
import { filesNamed, type Reference, referencesIn, withoutAddresses, withoutFiles } from './references.ts'
import { pairsIn, type Topic, topicsOf, twosIn } from './relevance.ts'

/** What a prompt asks of the past: what it names, the errors that it shows, and what else it is about. */
export interface PromptQuestion {
  readonly references: readonly Reference[]
  /** Errors that it shows, as `errorsIn` gives them. */
  readonly errors: readonly string[]
  /** The telling words of the person, by sentence. */
  readonly sentences: readonly (readonly Topic[])[]
  /** The words that stand next to each other in these sentences, as `pairsIn` gives them; the telling ones. */
  readonly pairs: ReadonlySet<string>
  readonly twos: readonly Topic[]
  /** Those of the sentences that ask for what was before; none if no sentence does. */
  readonly lookedFor: readonly Topic[]
  /** The names of the files in those sentences. */
  readonly lookedInto: ReadonlySet<string>
  /** The whole prompt in words alone, as `errorWords` gives it; empty for a plan, which describes errors. */
  readonly inWords: string
}

/** A plan says at its beginning what it is about; what follows are steps. */
const PLAN_READ = 500
/** Errors are looked for so far. */
const READ_FOR_ERRORS = 6_000
/** Each is looked up. */
const MOST_TWOS = 24
/** Of a longer prompt, the rest is pasted. */
const READ = 20_000

/** Reads a prompt: addresses, pastes and quoted code say nothing by their words. Linear. */
export function questionOf(prompt: string): PromptQuestion {
  const text = prompt.slice(0, READ)
  const command = commandIn(text)
  const plan = planIn(text)
  const planned = plan === '' ? [] : [plan, ...ownSentences(text.slice(0, PLAN_READ)).slice(1)]
  const written = plan === '' ? ownSentences(text) : planned
  const sentences = command === '' ? [...planned, ...ownSaid(text).map((each) => each.text)] : []
  const spoken = sentences.map(withoutNames)
  const before = sentences.filter(looksBack).map((each) => withoutAddresses(each))
  const named = referencesIn(command === '' ? written.join('\n') : command.replace(/^\S+/, ''))
  return {
    // Who wrote a plan has looked at the files that it lists
    references: plan === '' ? named : named.filter(({ kind }) => kind !== 'file'),
    errors: command === '' && plan === '' ? errorsIn(text) : [],
    sentences: spoken.map((each) => topicsOf(each).filter(isTelling)).filter((topics) => topics.length > 0),
    pairs: new Set(spoken.flatMap(pairsIn)),
    twos: twosIn(spoken).slice(0, MOST_TWOS),
    lookedFor: before.length === 0 ? [] : topicsOf(before.join('\n')).filter((topic) => !topic.some(isLooking)),
    lookedInto: new Set(before.flatMap(filesNamed).map(({ name }) => name)),
    inWords: command === '' && plan === '' ? errorWords(text.slice(0, READ_FOR_ERRORS)) : '',
  }
}

/** Code and files are references, not words. */
const withoutNames = (text: string): string => withoutFiles(withoutAddresses(text).replace(/`[^`\n]*`/g, ' '))

const isTelling = (topic: Topic): boolean => topic.some((word) => !COMMON_WORDS.has(word))

/** Words of asking for the past, which say nothing of what is asked for. */
const LOOKING =
  /^(?:deci(?:d|s)\w*|agree\w*|cho(?:ose|osing|se|sen|ice)|settl\w*|discuss\w*|conclud\w*|conclusion|remember\w*|remind\w*|recall\w*|previous\w*|earlier|yesterday|session\w*|conversation|approach|before|last|past)$/
const isLooking = (word: string): boolean => LOOKING.test(word)

/** Whether it asks anything that a record could answer. */
export const asksAnything = ({ references, errors, sentences, lookedFor }: PromptQuestion): boolean =>
  references.length > 0 || errors.length > 0 || lookedFor.length > 0 || sentences.some((topics) => topics.length > 1)
