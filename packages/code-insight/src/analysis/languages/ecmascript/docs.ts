import type { SyntaxNode } from '../../syntax.ts'

/** A type as it is written in a documentation comment, and where. */
export interface DocType {
  readonly text: string
  readonly start: number
}

/** What a documentation comment says. */
export interface DocComment {
  /** Its first line. */
  readonly summary?: string | undefined
  /** `@param {T} name` */
  readonly parameters: ReadonlyMap<string, DocType>
  /** `@returns {T}` */
  readonly returns?: DocType | undefined
  /** `@type {T}` */
  readonly type?: DocType | undefined
  /** `@typedef {T} Name`, with the properties that are listed for it. */
  readonly named: readonly NamedDocType[]
}

/** A type that a comment gives a name. */
export interface NamedDocType {
  readonly name: string
  readonly type: DocType
  readonly properties: ReadonlyMap<string, DocType>
}

/** Whether a comment documents what follows it. */
export const isDoc = (node: SyntaxNode, text: string): boolean =>
  node.type === 'comment' && text.startsWith('/**', node.start) && node.end - node.start > 4

/** Reads a documentation comment. */
export function docOf(node: SyntaxNode, text: string): DocComment {
  const comment = text.slice(node.start, node.end)
  const parameters = new Map<string, DocType>()
  const named: NamedDocType[] = []
  let properties = new Map<string, DocType>()
  const single: { returns?: DocType; type?: DocType } = {}
  if (comment.includes('{'))
    for (const { tag, type, name } of typedTags(comment, node.start)) {
      if (tag === 'param' || tag === 'arg' || tag === 'argument') parameters.set(name, type)
      else if (tag === 'returns' || tag === 'return') single.returns = type
      else if (tag === 'type') single.type = type
      else if (tag === 'property' || tag === 'prop') properties.set(name, type)
      else if (tag === 'typedef' && name !== '') {
        properties = new Map()
        named.push({ name, type, properties })
      }
    }
  return { summary: summaryOf(comment), parameters, named, ...single }
}

const TAG = /@(param|arg|argument|returns?|type|typedef|property|prop)\s*\{/g
const NAME = /^\s*\[?\s*([\w$]+)(?![\w$.])/

function* typedTags(comment: string, offset: number): Generator<{ tag: string; type: DocType; name: string }> {
  for (const found of comment.matchAll(TAG)) {
    const start = found.index + found[0].length
    const end = closing(comment, start)
    if (end === undefined) continue
    const name = NAME.exec(comment.slice(end + 1))?.[1] ?? ''
    yield { tag: found[1] as string, type: { text: comment.slice(start, end), start: offset + start }, name }
  }
}

/** Where the brace closes that was opened before `from`. */
function closing(text: string, from: number): number | undefined {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return undefined
}

/** The first line of a comment that says something; a `@description` counts, other tags end it. */
export function summaryOf(comment: string): string | undefined {
  for (const raw of comment.split('\n')) {
    const line = raw
      .replace(/^\s*(?:\/\*\*?|\/\/+!?|\*(?!\/))?/, '')
      .replace(/\*\/\s*$/, '')
      .trim()
    const said = line.replace(/^@(?:description|desc|summary|file|fileoverview|overview|packageDocumentation)\b\s*/, '')
    if (said.startsWith('@')) return undefined
    if (said !== '') return said
  }
  return undefined
}

const NO_DOC =
  /copyright|licen[cs]e|all rights reserved|eslint|ts-(?:check|ignore|nocheck)|prettier|biome|jshint|istanbul|@flow|@jsx|global\s|sourceMappingURL/i

/**
 * The first line of a file's own documentation: of the comment that it begins with, unless that belongs to the first
 * declaration or is a licence or a directive.
 */
export function fileDoc(root: SyntaxNode, text: string): string | undefined {
  const children = root.children.filter(({ type }) => type !== 'hash_bang_line')
  for (const [at, node] of children.entries()) {
    if (node.type !== 'comment') return undefined
    if (NO_DOC.test(text.slice(node.start, node.end))) continue
    const next = children[at + 1]
    const isFiles = /@(?:file|fileoverview|overview|module|packageDocumentation)\b/.test(
      text.slice(node.start, node.end),
    )
    if (isFiles || next === undefined || isApart(node, next, text)) return summaryOf(text.slice(node.start, node.end))
    if (isDoc(node, text)) return undefined
  }
  return undefined
}

/** An import or a re-export follows, or an empty line. */
const isApart = (comment: SyntaxNode, next: SyntaxNode, text: string): boolean =>
  next.type === 'import_statement' ||
  (next.type === 'export_statement' && next.children.some(({ field }) => field === 'source')) ||
  /\n\s*\n/.test(text.slice(comment.end, next.start))
