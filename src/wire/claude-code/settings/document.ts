import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Refusal } from '../../host-connection.ts'

/** A parsed settings file: byte order mark, text after it, and root (none in a blank file). */
export interface SettingsDocument {
  readonly ok: true
  readonly bom: string
  readonly body: string
  readonly root: Node | undefined
}

/** Parses JSON as strictly as the client, which ignores the whole file if it has a comment or a trailing comma. */
export function readDocument(text: string): SettingsDocument | Refusal {
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(bom.length)
  if (!/[^ \t\r\n]/.test(body)) return { ok: true, bom, body, root: undefined }
  const syntax = syntaxRefusal(body)
  if (syntax) return syntax
  const root = treeOf(body)
  if (!root) return refusalAt(body, 0, 'it is nested too deeply to be edited safely', 'flatten it')
  if (root.type !== 'object')
    return refusalAt(body, root.offset, 'its root is not an object', 'make the root an object: {}')
  return { ok: true, bom, body, root }
}

/** Adds the line of `offset` to a refusal. */
export function refusalAt(body: string, offset: number, why: string, remedy: string): Refusal {
  return { ok: false, line: body.slice(0, offset).split(/\r\n|\n|\r/).length, why, remedy }
}

/** The value of an object's last member with this name, as JSON.parse would return it. */
export function memberOf(node: Node | undefined, key: string): Node | undefined {
  return membersOf(node, key).at(-1)?.children?.[1]
}

/** All members with this name. More than one is dangerous, since parsers differ in which they use. */
export function membersOf(node: Node | undefined, key: string): readonly Node[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).filter((member) => member.children?.[0]?.value === key)
}

/** The syntax tree with offsets; undefined if it is too deep for the parser's stack. */
export function treeOf(body: string): Node | undefined {
  try {
    return parseTree(body, [], STRICT)
  } catch {
    return undefined
  }
}

const STRICT = { disallowComments: true, allowTrailingComma: false }

function syntaxRefusal(body: string): Refusal | undefined {
  try {
    JSON.parse(body)
    return undefined
  } catch {
    const errors: ParseError[] = []
    try {
      parseTree(body, errors, STRICT)
    } catch {
      errors.length = 0
    }
    return describe(body, errors[0])
  }
}

function describe(body: string, error: ParseError | undefined): Refusal {
  const offset = error?.offset ?? 0
  const [why, remedy] = wordsFor(body, error)
  return refusalAt(body, offset, why, remedy)
}

function wordsFor(body: string, error: ParseError | undefined): readonly [string, string] {
  if (error && /Comment/.test(printParseErrorCode(error.error)))
    return ['it contains a comment, so Claude Code ignores the whole file', 'remove the comment']
  if (error && /,[ \t\r\n]*$/.test(body.slice(0, error.offset)) && /^[}\]]/.test(body.slice(error.offset)))
    return ['it contains a trailing comma, so Claude Code ignores the whole file', 'remove the comma']
  return ['not valid JSON, so Claude Code ignores it', 'fix the syntax']
}
