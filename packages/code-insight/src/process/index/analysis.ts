import { type Clean, type Cleaned, cleanLiteral } from '@hindcast/redaction/clean.ts'
import { digest } from '@hindcast/redaction/digest.ts'
import { analyse } from '../../analysis/analyse.ts'
import { type EntityWords, entityWords } from '../../analysis/entity-words.ts'
import type { FileFacts } from '../../analysis/facts.ts'
import type { Parsing } from '../../analysis/known-languages.ts'
import type { Outline } from '../../analysis/outline.ts'
import { usedWords, withoutValues } from '../../analysis/settings.ts'
import { textFacts } from '../../analysis/text-language.ts'
import { readSource, type SourceText } from '../files/read.ts'
import type { Gate } from '../gate.ts'
import type { SourceParser } from '../parser.ts'
import type { IndexFile } from './index-file.ts'
import type { KnownFile } from './indexed-files.ts'

/** A file that has been read and, where that is possible, parsed. */
export interface AnalysedFile {
  readonly known: KnownFile
  /** Undefined: it is gone. */
  readonly source: SourceText | undefined
  /** The key of the facts. */
  readonly key: Clean
  readonly facts: Cleaned<FileFacts> | undefined
  /** The facts are not in the index yet. */
  readonly isNew: boolean
  readonly words: readonly Cleaned<EntityWords>[]
  /** The words of its text; undefined if there is none, or it has too many. */
  readonly text: readonly Clean[] | undefined
  readonly problem: Clean | undefined
}

/** Reads and parses one file. Never throws: what cannot be parsed has a problem instead of facts. */
export async function analysisOf(
  root: string,
  known: KnownFile,
  { parser, gate }: Analysing,
  index: IndexFile,
): Promise<AnalysedFile> {
  const source = readSource(root, known.path)
  const problem = source?.problem === undefined ? undefined : await gate.record(source.problem)
  const none = { known, source, key: NO_KEY, facts: undefined, isNew: false, words: [], text: undefined, problem }
  const { parsing } = known
  if (source?.text === undefined) return none
  if (parsing === undefined) return { ...none, text: usedWords(known.path, await gate.source(source.text)) }
  const key = digest([parsing.language.name, parsing.grammar, source.hash])
  if (key === known.hash) return { ...none, key }
  const before = storedFacts(index, key)
  try {
    const text = await gate.source(source.text)
    const facts = before ?? (await factsOf(parsing, parser, text))
    const found = {
      facts,
      words: entityWords(facts.outline, withoutValues(known.path, text)),
      problem: problemOf(facts.outline) ?? problem,
    }
    const kept = await gate.record(found)
    return {
      known,
      source,
      key,
      isNew: before === undefined,
      text: usedWords(known.path, text),
      ...kept,
      facts: tabled(kept.facts),
    }
  } catch (error) {
    const why = `it could not be analysed (${error instanceof Error ? error.message : error})`
    return { ...none, problem: await gate.record(why) }
  }
}

/** What a file is read with. */
export interface Analysing {
  readonly parser: SourceParser
  readonly gate: Gate
}

/** Of a file without facts. */
export const NO_KEY = cleanLiteral``

/** The facts of a text in some language. */
export async function factsOf({ language, grammar }: Parsing, parser: SourceParser, text: string): Promise<FileFacts> {
  if (language.entries) return textFacts(language, text)
  const { dialect, embedded } = language
  const chosen = dialect?.marked.test(text) ? dialect.grammar : grammar
  const code = embedded?.code(text) ?? text
  const read = async (parsed: string) => analyse(language, await parser.parse(chosen, parsed), text)
  const facts = await read(code)
  const parsable = facts.outline.errors.length > 0 ? language.parsableText?.(code) : undefined
  if (parsable === undefined || parsable === code) return facts
  const again = await read(parsable)
  return lost(again) < lost(facts) ? again : facts
}

/** How many lines could not be parsed. */
const lost = ({ outline }: FileFacts): number => outline.errors.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** The facts with this key, if the index has them. */
export function storedFacts(index: IndexFile, key: string): FileFacts | undefined {
  const row = index.get('SELECT outline, flows FROM facts WHERE hash = ?', key)
  return row && tabled({ outline: JSON.parse(String(row.outline)), flows: JSON.parse(String(row.flows)) } as FileFacts)
}

/** Names that every object has, such as `constructor`, are in a table only if the program has them. */
function tabled<F extends FileFacts>(facts: F): F {
  Object.setPrototypeOf(facts.flows.exports, null)
  for (const { members } of facts.flows.classes) Object.setPrototypeOf(members, null)
  return facts
}

const MOST_RANGES = 3

function problemOf({ errors }: Outline): string | undefined {
  if (errors.length === 0) return undefined
  const ranges = errors.slice(0, MOST_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const isOne = errors.length === 1 && errors[0]?.from === errors[0]?.to
  const more = errors.length > MOST_RANGES ? ` and ${errors.length - MOST_RANGES} more places` : ''
  return `syntax errors in ${isOne ? 'line' : 'lines'} ${ranges.join(', ')}${more}`
}
