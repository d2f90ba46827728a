import { cleanLiteral } from '@hindcast/redaction/clean.ts'
import type { TextEntry } from '../../outline.ts'
import { readLines, textLanguage } from '../../text-language.ts'

/** Headings by their marks or by a line under them, outside of code and of what stands before the document. */
function headings(text: string): readonly TextEntry[] {
  const found: TextEntry[] = []
  const lines = readLines(text)
  let fence: string | undefined
  let isHidden = false
  const first = lines[0]?.trim() === '---' ? lines.indexOf('---', 1) + 1 : 0
  for (const [at, line] of lines.entries()) {
    if (at < first) continue
    isHidden ||= fence === undefined && /^ {0,3}<!--/.test(line)
    if (isHidden) {
      isHidden = !line.includes('-->')
      continue
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined
    else if (fence === undefined) found.push(...headingAt(line, lines[at + 1] ?? '', at + 1))
  }
  return found
}

function headingAt(line: string, next: string, at: number): readonly TextEntry[] {
  const [, marks = '', marked] = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line) ?? []
  const under = /^ {0,3}(?:=+|-{2,})\s*$/.test(next) && /^ {0,3}(?!\d{1,9}[.)]\s)[^\s#>|*+-]/.test(line)
  const title = marked ?? (under ? line : undefined)
  if (title === undefined) return []
  const name = plainTitle(title)
  return name === ''
    ? []
    : [{ name, kind: 'section', line: at, level: marks.length || (next.trim()[0] === '=' ? 1 : 2) }]
}

const MOST_TITLE = 120

/** Without the marks of links, emphasis and anchors. */
const plainTitle = (title: string): string =>
  title
    .slice(0, 10 * MOST_TITLE)
    .replace(/\s+#+\s*$/, '')
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*]|<[^<>]*>|\{#[^{}]*\}/g, '')
    .trim()
    .slice(0, MOST_TITLE)

/** The headings of a document. */
export default textLanguage({
  name: cleanLiteral`markdown`,
  isProse: true,
  files: ['.md', '.mdx', '.markdown'],
  entries: headings,
})
