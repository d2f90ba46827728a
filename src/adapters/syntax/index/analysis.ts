import { join } from 'node:path'
import { analyse } from '../../../domain/code/analyse.ts'
import type { FileFacts } from '../../../domain/code/facts.ts'
import type { Flows } from '../../../domain/code/flow/flows.ts'
import type { Entity, Outline } from '../../../domain/code/outline.ts'
import { searchWords } from '../../../domain/code/search-words.ts'
import { lastName } from '../../../domain/code/view.ts'
import type { Parsing } from '../files/languages.ts'
import { readSource, type SourceText } from '../files/read.ts'
import type { SourceParser } from '../parser.ts'
import type { IndexFile } from './index-file.ts'
import type { KnownFile } from './indexed-files.ts'

/** What an entity is found by. */
export interface EntityWords {
  readonly name: string
  readonly doc: string
  readonly body: string
}

/** A file that has been read and, where that is possible, parsed. */
export interface AnalysedFile {
  readonly known: KnownFile
  /** Undefined: it is gone. */
  readonly source: SourceText | undefined
  /** The key of the facts. */
  readonly key: string
  readonly facts: FileFacts | undefined
  /** The facts are not in the index yet. */
  readonly isNew: boolean
  readonly words: readonly EntityWords[]
  readonly problem: string | undefined
}

/** Reads and parses one file. Never throws: what cannot be parsed has a problem instead of facts. */
export async function analysed(
  root: string,
  known: KnownFile,
  parser: SourceParser,
  index: IndexFile,
): Promise<AnalysedFile> {
  const source = readSource(join(root, known.path))
  const none = { known, source, key: '', facts: undefined, isNew: false, words: [], problem: source?.problem }
  const { parsing } = known
  if (source?.text === undefined || parsing === undefined) return none
  const key = `${parsing.grammar}:${source.hash}`
  if (key === known.hash) return { ...none, key }
  const before = storedFacts(index, key)
  try {
    const facts = before ?? (await factsOf(parsing, parser, source.text))
    const words = wordsOf(facts.outline, source.text)
    return { known, source, key, facts, isNew: before === undefined, words, problem: problemOf(facts.outline) }
  } catch (error) {
    return { ...none, problem: `it could not be analysed (${error instanceof Error ? error.message : error})` }
  }
}

/** The facts of a text in some language. */
export async function factsOf({ language, grammar }: Parsing, parser: SourceParser, text: string): Promise<FileFacts> {
  const { dialect } = language
  const chosen = dialect?.marked.test(text) ? dialect.grammar : grammar
  const read = async (parsed: string) => analyse(language, await parser.parse(chosen, parsed), text)
  const facts = await read(text)
  const respelled = facts.outline.errors.length > 0 ? language.respelled?.(text) : undefined
  if (respelled === undefined || respelled === text) return facts
  const again = await read(respelled)
  return lost(again) < lost(facts) ? again : facts
}

/** How many lines could not be parsed. */
const lost = ({ outline }: FileFacts): number => outline.errors.reduce((sum, { from, to }) => sum + to - from + 1, 0)

/** The facts with this key, if the index has them. */
export function storedFacts(index: IndexFile, key: string): FileFacts | undefined {
  const row = index.get('SELECT outline, flows FROM facts WHERE hash = ?', key)
  return row && { outline: JSON.parse(String(row.outline)), flows: tabled(JSON.parse(String(row.flows)) as Flows) }
}

/** Names that every object has, such as `constructor`, are in a table only if the program has them. */
function tabled(flows: Flows): Flows {
  Object.setPrototypeOf(flows.exports, null)
  for (const { members } of flows.classes) Object.setPrototypeOf(members, null)
  return flows
}

const MOST_RANGES = 3

function problemOf({ errors }: Outline): string | undefined {
  if (errors.length === 0) return undefined
  const ranges = errors.slice(0, MOST_RANGES).map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`))
  const isOne = errors.length === 1 && errors[0]?.from === errors[0]?.to
  const more = errors.length > MOST_RANGES ? ` and ${errors.length - MOST_RANGES} more places` : ''
  return `syntax errors in ${isOne ? 'line' : 'lines'} ${ranges.join(', ')}${more}`
}

/** Beyond this a file is data, and nobody searches its bodies. */
const MOST_ENTITIES = 20_000
const MOST_BODY_WORDS = 300

function wordsOf({ entities }: Outline, text: string): readonly EntityWords[] {
  const bodies = entities.length > MOST_ENTITIES ? [] : bodyWords(entities, text)
  return entities.map(({ name, doc }, at) => ({
    name: searchWords(lastName(name)).join(' '),
    doc: doc === undefined ? '' : searchWords(doc).join(' '),
    body: [...(bodies[at] ?? [])].join(' '),
  }))
}

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** The words of each entity's lines, except for those of the entities in it. */
function bodyWords(entities: readonly Entity[], text: string): readonly ReadonlySet<string>[] {
  const bodies = entities.map(() => new Set<string>())
  const owners: number[] = []
  for (const [at, { startLine, endLine }] of entities.entries())
    for (let line = startLine; line <= endLine; line++) owners[line] = at
  for (const [at, line] of text.split('\n').entries()) {
    const body = bodies[owners[at + 1] ?? -1]
    if (body === undefined || body.size > MOST_BODY_WORDS) continue
    for (const word of line.match(IDENTIFIER) ?? []) for (const each of partsOf(word)) body.add(each)
  }
  return bodies
}

/** Names recur, and a lookup is many times faster than the patterns. */
const parts = new Map<string, readonly string[]>()
const MOST_PARTS = 20_000

function partsOf(word: string): readonly string[] {
  const before = parts.get(word)
  if (before) return before
  if (parts.size >= MOST_PARTS) parts.clear()
  const found = searchWords(word)
  parts.set(word, found)
  return found
}
