import { type Entity, lastName, type Outline } from './outline.ts'
import { searchWords } from './search-words.ts'

/** What an entity is found by. */
export interface EntityWords {
  readonly name: string
  readonly doc: string
  readonly body: string
}

/** Beyond this a file is data, and nobody searches its bodies. */
const MOST_ENTITIES = 20_000
const MOST_BODY_WORDS = 300

/** What the entities of a file are found by, in their order; `text`: the file's. */
export function entityWords({ entities }: Outline, text: string): readonly EntityWords[] {
  const bodies = entities.length > MOST_ENTITIES ? [] : bodyWords(entities, text)
  return entities.map(({ name, doc }, at) => ({
    name: searchWords(lastName(name)).join(' '),
    doc: doc === undefined ? '' : searchWords(doc).join(' '),
    body: [...(bodies[at] ?? [])].join(' '),
  }))
}

const COMMENT = /^\s*(?:\/[/*]|\*|#|--)/
const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu

/** The words of each entity's lines, except for those of the entities in it. */
function bodyWords(entities: readonly Entity[], text: string): readonly ReadonlySet<string>[] {
  const bodies = entities.map(() => new Set<string>())
  const owners: number[] = []
  for (const [at, { startLine, endLine }] of entities.entries())
    for (let line = startLine; line <= endLine; line++) owners[line] = at
  const lines = text.split('\n')
  // What is written above a definition is about that, not about what is around it
  for (const [at, { startLine }] of entities.entries())
    for (let line = startLine - 1; line > 0 && COMMENT.test(lines[line - 1] ?? ''); line--) owners[line] = at
  for (const [at, line] of lines.entries()) {
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
