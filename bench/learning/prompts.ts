import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A prompt with what it teaches, as readers judged it. `span`: the words that teach, as written. */
export interface Labelled {
  readonly text: string
  readonly label: 'directive' | 'correction' | 'taskbound' | 'none'
  readonly span: string
  readonly kind?: string
  readonly polarity?: 'do' | 'avoid' | ''
  readonly prefer?: string
  readonly avoid?: string
  readonly horizon?: boolean
}

const FOLDER = resolve('bench/learning/prompts')

const read = (file: string): readonly Labelled[] => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))

/**
 * Prompts invented for the suite. `written`: by file, each the work of one writer; `byRule`: plain rules and their
 * counterparts, made from frames and names. Fitting sees these, never `unseen`.
 */
export const suite = {
  written: (): readonly (readonly Labelled[])[] =>
    readdirSync(FOLDER).flatMap((file) => (/^(?:training|seen)/.test(file) ? [read(file)] : [])),
  byRule: () => read('by-rule.json'),
  unseen: () => read('unseen.json'),
}

/** Corrections that a person makes in one session and again, in other words, in the next; `unseen`: not used to improve anything. */
export const repeatedCorrections = (which: 'seen' | 'unseen'): readonly (readonly [string, string])[] =>
  JSON.parse(readFileSync(join(FOLDER, which === 'seen' ? 'repeated.json' : 'repeated-unseen.json'), 'utf8'))

/** Two readers' labels of the prompts of the shared transcripts, by the prompt's id; the words of neither are kept here. */
export interface Judged {
  readonly labels: readonly [Labelled['label'], Labelled['label']]
  /** Where the span stands in the prompt: first and last character. */
  readonly span?: readonly [number, number]
}

/** The labels; none if there is no such file. */
export function judgedPrompts(): Readonly<Record<string, Judged>> {
  const file = resolve('bench/learning/labels.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
