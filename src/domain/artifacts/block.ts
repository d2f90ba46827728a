// Folder src/domain/artifacts/: how lessons look in a user's files, and how such a file is read back

/** One tagged block inside a person's file: where it is, and what it contains. */
export interface Block {
  /** Everything that inserting it added, line ends around it included. */
  readonly all: Span
  /** From the beginning of its first tag to the line end after its last. */
  readonly tagged: Span
  /** Between the two lines of the tags. */
  readonly inner: Span
  readonly lines: readonly string[]
}

/** From one offset to another, which it excludes. */
type Span = readonly [from: number, to: number]

const END = (tag: string): string => `<!-- hindcast:end ${tag} -->`
/** The placement says which line ends were added around the block, so that removing it restores every byte. */
const BEGIN = (tag: string, { before, after }: Placement): string => `<!-- hindcast:begin ${tag} ${before}+${after} -->`

/** How many line ends were added before and after the block, besides the one that ends its last line. */
interface Placement {
  readonly before: number
  readonly after: number
}

/** The block with this tag; undefined if its opening or closing tag is missing, edited or inside a code fence. */
export function blockIn(text: string, tag: string): Block | undefined {
  const begins = new RegExp(`^<!-- hindcast:begin ${tag} ([0-2])\\+([01]) -->$`)
  let open: { readonly line: Line; readonly placement: Placement; readonly lines: string[] } | undefined
  let fence: Fence | undefined
  for (const line of taggedLines(text)) {
    const [, before, after] = fence && !open ? [] : (begins.exec(line.text) ?? [])
    if (before !== undefined) open = { line, placement: { before: Number(before), after: Number(after) }, lines: [] }
    else if (open && line.text === END(tag)) return blockBetween(text, open.line, line, open)
    else if (open) open.lines.push(line.text)
    else fence = fenceAfter(line.text, fence)
  }
  return undefined
}

/** The text with these lines as its block: in the place of the one with this tag, otherwise as a new one. */
export function withBlock(text: string, tag: string, lines: readonly string[]): string {
  const eol = eolOf(text)
  const found = blockIn(text, tag)
  if (found === undefined) return inserted(text, tag, lines, eol)
  const [from, to] = found.inner
  return text.slice(0, from) + [...lines, ''].join(eol) + text.slice(to)
}

/** The text without its block, every other byte as it was. `kept`: lines of a person that stay in its place. */
export function withoutBlock(text: string, tag: string, kept: readonly string[] = []): string {
  const found = blockIn(text, tag)
  if (found === undefined) return text
  const [from, to] = kept.length === 0 ? found.all : found.tagged
  return text.slice(0, from) + kept.map((line) => line + eolOf(text)).join('') + text.slice(to)
}

/** A new block goes last, or first if the text ends inside a code fence, where it would be code. */
function inserted(text: string, tag: string, lines: readonly string[], eol: string): string {
  const isOpen = taggedLines(text).reduce<Fence | undefined>((fence, line) => fenceAfter(line.text, fence), undefined)
  const placement = isOpen ? { before: 0, after: 1 } : { before: linesBefore(text), after: 0 }
  const block = [BEGIN(tag, placement), ...lines, END(tag), ''].join(eol)
  return isOpen ? `${block}${eol}${text}` : `${text}${eol.repeat(placement.before)}${block}`
}

/** An empty line separates the block from the text; a text without a final line end needs that, too. */
function linesBefore(text: string): number {
  if (text === '' || text === BOM) return 0
  return text.endsWith('\n') ? 1 : 2
}

const BOM = '\uFEFF'

/**
 * Line ends that a person has deleted or typed text into are not ours any more, and what they wrote below the block is not
 * joined to the last line above it.
 */
function blockBetween(
  text: string,
  begin: Line,
  end: Line,
  { placement, lines }: { readonly placement: Placement; readonly lines: readonly string[] },
): Block {
  const { before, after } = placement
  const first = begin.at + begin.text.length
  const close = end.at + end.text.length
  const to = close + eolAt(text, close).length
  let last = to
  for (let n = 0; n < after; n++) last += eolAt(text, last).length
  const gaps = eolsBefore(text, begin.at, before === 1 ? 2 : before)
  const isWhole = before > 0 && gaps.length === (before === 1 ? 2 : before)
  return {
    all: [isWhole ? (gaps[last < text.length ? 0 : before - 1] ?? begin.at) : begin.at, last],
    tagged: [begin.at, to],
    inner: [first + eolAt(text, first).length, end.at],
    lines,
  }
}

/** The offsets of up to `most` line ends directly before an offset, the nearest first. */
function eolsBefore(text: string, at: number, most: number): readonly number[] {
  const found: number[] = []
  for (let end = at; found.length < most && text[end - 1] === '\n'; ) {
    end -= text[end - 2] === '\r' ? 2 : 1
    found.push(end)
  }
  return found
}

const eolAt = (text: string, at: number): string => /^\r?\n/.exec(text.slice(at, at + 2))?.[0] ?? ''

const eolOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

interface Line {
  readonly at: number
  /** Without its line end. */
  readonly text: string
}

function taggedLines(text: string): readonly Line[] {
  let at = text.startsWith(BOM) ? 1 : 0
  return text
    .slice(at)
    .split('\n')
    .map((line) => {
      const found = { at, text: line.endsWith('\r') ? line.slice(0, -1) : line }
      at += line.length + 1
      return found
    })
}

interface Fence {
  readonly mark: string
  readonly length: number
}

/** The code fence that is open after a line, by the rules of CommonMark. */
function fenceAfter(line: string, fence: Fence | undefined): Fence | undefined {
  const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
  const mark = run[0]
  if (mark === undefined) return fence
  if (fence === undefined) return mark === '`' && rest.includes('`') ? undefined : { mark, length: run.length }
  return mark === fence.mark && run.length >= fence.length && rest.trim() === '' ? undefined : fence
}
