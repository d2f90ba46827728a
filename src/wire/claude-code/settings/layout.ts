import type { Node } from 'jsonc-parser'

/** A file's layout, used to match new text to its surroundings. */
export interface Layout {
  /** Everything on one line. */
  readonly compact: boolean
  /** If on one line, a space follows colons and commas. */
  readonly spaced: boolean
  readonly eol: string
  readonly unit: string
}

/** Reads the layout from the root's first member; an empty root gets two spaces and the file's own line ending. */
export function layoutOf(body: string, root: Node): Layout {
  const first = root.children?.[0]
  const [key, value] = first?.children ?? []
  const inside = body.slice(root.offset, root.offset + root.length)
  const eol = /\r\n|\n|\r/
  return {
    compact: first !== undefined && !eol.test(inside),
    spaced:
      key !== undefined && value !== undefined && /:[ \t\r\n]/.test(body.slice(key.offset + key.length, value.offset)),
    eol: eol.exec(inside)?.[0] ?? eol.exec(body)?.[0] ?? '\n',
    unit: first ? unitOf(body, root, first) : '  ',
  }
}

/** A value as text; `indent`: the indentation of the line where it begins, or undefined to keep it on one line. */
export function print(value: unknown, layout: Layout, indent: string | undefined): string {
  if (indent === undefined && !layout.spaced) return JSON.stringify(value)
  // Strings contain no raw tab or line feed, so those below are all layout
  const tabbed = JSON.stringify(value, null, '\t')
  if (indent === undefined) return tabbed.replace(/,\n\t*/g, ', ').replace(/\n\t*/g, '')
  return tabbed.replace(/\n(\t*)/g, (_, tabs: string) => layout.eol + indent + layout.unit.repeat(tabs.length))
}

/** A member's key with its colon. */
export function printKey(key: string, layout: Layout, indent: string | undefined): string {
  return `${JSON.stringify(key)}:${indent !== undefined || layout.spaced ? ' ' : ''}`
}

/** The white space before `offset`, if nothing else precedes it on its line. */
export function ownIndent(body: string, offset: number): string | undefined {
  const start = lineStart(body, offset)
  const indent = body.slice(start, offset)
  return start > 0 && /^[ \t]*$/.test(indent) ? indent : undefined
}

/** The indentation of the line that contains `offset`. */
export function lineIndent(body: string, offset: number): string {
  return /^[ \t]*/.exec(body.slice(lineStart(body, offset), offset))?.[0] ?? ''
}

function unitOf(body: string, root: Node, first: Node): string {
  const own = ownIndent(body, first.offset)
  if (own === undefined) return /[\r\n]([ \t]+)/.exec(body.slice(root.offset))?.[1] ?? '  '
  const base = lineIndent(body, root.offset)
  return own.startsWith(base) ? own.slice(base.length) : own
}

const lineStart = (body: string, offset: number): number =>
  offset === 0 ? 0 : Math.max(body.lastIndexOf('\n', offset - 1), body.lastIndexOf('\r', offset - 1)) + 1
