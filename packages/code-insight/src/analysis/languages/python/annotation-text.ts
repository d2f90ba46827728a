import type { Expression } from '../../tree.ts'

/** How deep brackets may stand in a string annotation. */
const MOST_DEPTH = 50
const TOKEN = /\s*(?:([\p{ID_Start}_][\p{ID_Continue}]*)|(\.\.\.)|([.[\],|])|(\S))/uy

interface Token {
  readonly text: string
  readonly isName: boolean
  readonly start: number
}

/**
 * The expression in a string annotation (`'Queue[Job] | None'`), if it is simple: names, dots, brackets and `|`.
 * `offset` is where the string's content stands in the file.
 */
export function annotationInText(text: string, offset: number): Expression | undefined {
  const tokens = tokensOf(text, offset)
  if (tokens === undefined || tokens.length === 0) return undefined
  const reader = { tokens, at: 0 }
  const found = union(reader, 0)
  return reader.at === tokens.length ? found : undefined
}

function tokensOf(text: string, offset: number): Token[] | undefined {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (const end = text.trimEnd().length; TOKEN.lastIndex < end; ) {
    const match = TOKEN.exec(text)
    const [, name, dots, sign] = match ?? []
    const token = name ?? dots ?? sign
    if (token === undefined) return undefined
    tokens.push({ text: token, isName: name !== undefined, start: offset + TOKEN.lastIndex - token.length })
  }
  return tokens
}

interface Reader {
  readonly tokens: readonly Token[]
  at: number
}

function accept(reader: Reader, text: string): boolean {
  const isIt = reader.tokens[reader.at]?.text === text
  if (isIt) reader.at++
  return isIt
}

function union(reader: Reader, depth: number): Expression | undefined {
  const first = single(reader, depth)
  const values = [first]
  while (accept(reader, '|')) values.push(single(reader, depth))
  const known = values.filter((value) => value !== undefined)
  const [start, last] = [known[0]?.start, known.at(-1)]
  if (known.length < values.length || start === undefined || last === undefined) return undefined
  return known.length === 1 ? first : { kind: 'choice', start, end: last.end, values: known }
}

/** A dotted name with its brackets, `...`, or a list of parameters' types. */
function single(reader: Reader, depth: number): Expression | undefined {
  const token = reader.tokens[reader.at]
  if (!token || depth > MOST_DEPTH) return undefined
  reader.at++
  const { start } = token
  if (token.text === '...') return { kind: 'other', start, end: start + 3, parts: [] }
  if (token.text === '[') return listed(reader, start, depth)
  return token.isName ? rest(reader, named(token), depth) : undefined
}

function named({ text, start }: Token): Expression {
  const end = start + text.length
  return text === 'None' ? { kind: 'literal', start, end, type: 'null' } : { kind: 'name', start, end, name: text }
}

/** What follows a name: `.attribute` and `[arguments]`. */
function rest(reader: Reader, name: Expression, depth: number): Expression | undefined {
  let object = name
  for (;;) {
    if (accept(reader, '.')) {
      const token = reader.tokens[reader.at++]
      if (!token?.isName) return undefined
      const end = token.start + token.text.length
      object = { kind: 'member', start: name.start, end, object, name: token.text }
    } else if (accept(reader, '[')) {
      const index = listed(reader, object.end, depth)
      if (index?.kind !== 'collection') return undefined
      const [only, ...others] = index.entries
      object = {
        kind: 'subscript',
        start: name.start,
        end: index.end,
        object,
        index: only && others.length === 0 ? only.value : { ...index, type: 'tuple' },
      }
    } else return object
  }
}

/** Types up to the closing bracket. */
function listed(reader: Reader, start: number, depth: number): Expression | undefined {
  const values: (Expression | undefined)[] = []
  for (;;) {
    const token = reader.tokens[reader.at]
    if (accept(reader, ']')) {
      const entries = values.flatMap((value) => (value ? [{ value }] : []))
      if (entries.length < values.length) return undefined
      return { kind: 'collection', start, end: (token?.start ?? start) + 1, type: 'list', entries }
    }
    values.push(union(reader, depth + 1))
    if (!accept(reader, ',') && reader.tokens[reader.at]?.text !== ']') return undefined
  }
}
