/**
 * A text of TypeScript with what its grammar does not know replaced by something of the same kind and length that it does
 * know. Only what a text is parsed from changes: names and types are still read from the text itself.
 */
export function parsableText(text: string): string {
  return RULES.reduce(
    (before, [pattern, replaced]) => before.replace(pattern, replaced),
    withoutTagTypes(text),
  ).replace(SIGNATURE, (blank: string, at: number, whole: string) => (endsMember(before(whole, at)) ? ';' : blank))
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')
const named = (text: string): string => `_${text.slice(1)}`

/** What stands before is looked at last, and only so far: at each place of a long run of blanks it would take too long. */
const RULES: readonly (readonly [pattern: RegExp, replaced: (text: string) => string])[] = [
  // A type of another module with type arguments, or as an array; a promise has only these three members
  [
    /\bimport\([ \t]*(?:'[^'\n]*'|"[^"\n]*")[ \t]*\)(?=\s*\.\s*(?!(?:then|catch|finally)\b)[\w$])/g,
    (text) => text.replace(/\W/g, '_'),
  ],
  [/\bin\s+out(?=\s+[\w$])/g, blank],
  [/\baccessor(?=[ \t]+(?!(?:as|extends|in|instanceof|is|of|satisfies)\b)[\w$#[])/g, blank],
  // Words of the language as names: `using(using: string)`, `in: string` after a member without a semicolon, `let as`
  [
    /\b(?:abstract|accessor|using)(?=\??\s*[(:<])|\b(?:as|in|instanceof|satisfies)(?=\??\s*[(:<])(?<=^[ \t]{0,99}\w+)|\bas\b(?<=\b(?:const|let|var)\s{1,99}as)/gm,
    named,
  ],
  // A pattern that may be left out: `({ name }?: Options) => void`
  [/(?<=[}\]])\?(?=\s*:)/g, blank],
  [/\babstract(?=\s+class\s*(?:\{|extends\b))(?<=\bexport\s{1,99}default\s{1,99}abstract)/g, blank],
  // A parameter that is called like a type
  [/(?<=\()(?:any|boolean|never|number|object|string|symbol|unknown)(?=\)\s*=>)/g, named],
  // `\`` ends a template that is a type; any pair keeps its length
  [/\\[\s\S]/g, (pair) => (pair === '\\`' ? '__' : pair)],
]

/** `tag<{ a: string }>` before a template, without the types. */
function withoutTagTypes(text: string): string {
  const pieces: string[] = []
  let done = 0
  for (let end = text.indexOf('>`'); end >= 0; end = text.indexOf('>`', end + 2)) {
    const start = openingOf(text, end)
    if (start === undefined || start < done || !/[\w$)\]]/.test(text[start - 1] ?? '')) continue
    pieces.push(text.slice(done, start), blank(text.slice(start, end + 1)))
    done = end + 1
  }
  return pieces.join('') + text.slice(done)
}

const LONGEST_TYPES = 500

/** Where the `<` of a `>` is. */
function openingOf(text: string, end: number): number | undefined {
  let depth = 0
  for (let at = end; at >= 0 && end - at < LONGEST_TYPES; at--) {
    if (text[at] === '>' && text[at - 1] !== '=') depth++
    else if (text[at] === '<' && --depth === 0) return at
  }
  return undefined
}

/** A line that begins with type parameters: the grammar takes it for arguments of the line before. */
const SIGNATURE = /^[ \t](?=[ \t]*<(?:[\w$]|[ \t]*$))/gm

/** Whether the code before a line can be all of a member. */
const endsMember = (code: string): boolean => /[\w$)\]}'"`>]$/.test(code) && !code.endsWith('=>')

/** The last line of code before an offset, without the comments between. */
function before(text: string, offset: number): string {
  for (let end = offset; end > 0; ) {
    const start = end < 2 ? 0 : text.lastIndexOf('\n', end - 2) + 1
    const line = text.slice(start, end).trim()
    if (line.endsWith('*/')) {
      end = Math.max(0, text.lastIndexOf('/*', end - 3))
      continue
    }
    const code = line.replace(/(?:^|\s)\/\/.*$/, '').trimEnd()
    if (code !== '') return code
    end = start
  }
  return ''
}
