import { createScanner, type Node, type ParseError, parseTree } from 'jsonc-parser'
import { withSplices } from './edit.ts'

// A file that the client ignores, because somebody wrote comments or trailing commas into it, may still hold our entries

/** A settings file with comments or trailing commas. */
export interface CommentedDocument {
  readonly bom: string
  readonly body: string
  readonly root: Node
}

/** Reads JSON with comments or trailing commas; undefined if it is strict JSON, or no JSON of either kind. */
export function readCommented(text: string): CommentedDocument | undefined {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(bom.length)
  try {
    JSON.parse(body)
    return undefined
  } catch {
    const root = lenientTree(body)
    return root && { bom, body, root }
  }
}

function lenientTree(body: string): Node | undefined {
  const errors: ParseError[] = []
  try {
    const root = parseTree(body, errors, { disallowComments: false, allowTrailingComma: true })
    return errors.length === 0 && root?.type === 'object' ? root : undefined
  } catch {
    return undefined
  }
}

/**
 * Removes elements and members with a comma each, and the containers above them that become empty; every comment outside of
 * them stays. `isKept`: containers that stay although they are empty.
 */
export function cutCommented(body: string, nodes: readonly Node[], isKept: (container: Node) => boolean): string {
  const tokens = scannedTokens(body)
  const removed = emptiedContainers(body, new Set(nodes.map(wholeOf)), isKept)
  const isIn = (at: number) => [...removed].some(({ offset, length }) => offset <= at && at < offset + length)
  const commas = new Set<number>()
  for (const node of removed) {
    const [from, to] = [node.offset, node.offset + node.length]
    const after = tokens.find(({ at }) => at >= to)
    const before = tokens.findLast(({ at }) => at < from && !commas.has(at) && !isIn(at))
    if (after?.isComma) commas.add(after.at)
    else if (before?.isComma) commas.add(before.at)
  }
  const spans = [...removed].map((node) => lineSpan(body, node.offset, node.offset + node.length, commas))
  const loose = [...commas].filter((at) => !spans.some(({ from, to }) => from <= at && at < to))
  return withSplices(body, [...spans, ...loose.map((at) => ({ from: at, to: at + 1, by: '' }))])
}

/** The nodes to remove: a container of which nothing else would be left, not even a comment, goes as a whole. */
function emptiedContainers(
  body: string,
  nodes: ReadonlySet<Node>,
  isKept: (container: Node) => boolean,
): ReadonlySet<Node> {
  const found = new Set<Node>()
  for (const node of nodes) {
    const container = node.parent
    const isLast = container?.children?.every((each) => nodes.has(each)) === true
    const goes = isLast && container?.parent !== undefined && !isKept(container) && !hasComment(body, container)
    found.add(goes ? wholeOf(container) : node)
  }
  const isSame = found.size === nodes.size && [...found].every((node) => nodes.has(node))
  return isSame ? found : emptiedContainers(body, found, isKept)
}

/** Whether there is a comment between its children. */
function hasComment(body: string, { offset, length, children = [] }: Node): boolean {
  let from = offset
  for (const child of children) {
    if (body.slice(from, child.offset).includes('/')) return true
    from = child.offset + child.length
  }
  return body.slice(from, offset + length).includes('/')
}

interface Token {
  readonly at: number
  readonly isComma: boolean
}

function scannedTokens(body: string): readonly Token[] {
  const scanner = createScanner(body, true)
  const tokens: Token[] = []
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset()
    tokens.push({ at, isComma: body[at] === ',' })
  }
  return tokens
}

/** A range, with the comma that goes with it, and with its whole lines if nothing else stands there. */
function lineSpan(body: string, start: number, end: number, commas: ReadonlySet<number>) {
  const to = commas.has(end) ? end + 1 : end
  const [before] = /[ \t]*$/.exec(body.slice(0, start)) ?? ['']
  const [after, eol] = /^[ \t]*(\r\n|\n|\r)?/.exec(body.slice(to)) ?? ['', undefined]
  const isAlone = eol !== undefined && /[\r\n]/.test(body[start - before.length - 1] ?? '')
  if (isAlone) return { from: start - before.length, to: to + after.length, by: '' }
  const comma = start - before.length - 1
  return { from: commas.has(comma) ? comma : start, to, by: '' }
}

const wholeOf = (node: Node): Node => (node.parent?.type === 'property' ? node.parent : node)
