import { baseName } from '@hindcast/text/paths.ts'
import type { TextMention } from '../code-answers.ts'
import { languageNamed, languageOf } from '../known-languages.ts'
import { codeLines } from '../mentions.ts'
import type { CodeFile, CodeView } from '../view.ts'
import { callForm } from './call-forms.ts'
import { declaredIn } from './declared-name.ts'
import { SETTINGS_WORDS, type Sought } from './sought.ts'

/** A line that is longer was written by nobody. */
const LONGEST = 1_000
const SETTINGS = /\.(?:ini|cfg|conf|properties|s?css|xml)$/
/** In languages that are not parsed; a line that only goes on with a comment begins with a star. */
const COMMENT = /^\s*(?:\/\*|\*(?:\s|$)|--(?:\s|$)|%|;;|\(\*)/

/** The lines of a file that is not parsed, or of what is not parsed of it, that have what is sought. */
export function unparsedMentions({ path, language, problem }: CodeFile, sought: readonly Sought[], view: CodeView) {
  const isSettings = languageOf(path)?.tier === 'text' || SETTINGS.test(path)
  const own = sought.filter(
    ({ file, name }) => (file !== path || name !== baseName(path)) && !(isSettings && SETTINGS_WORDS.has(name)),
  )
  const whole = view.source(path, 1, Number.MAX_SAFE_INTEGER)
  const uses = problem === undefined ? languageNamed(language)?.embedded?.uses(whole.join('\n')) : undefined
  const lines = uses?.split('\n') ?? whole
  const has = (text: string) => text.length <= LONGEST && own.some(({ pattern }) => pattern.test(text))
  if (!lines.some(has)) return []
  const found: TextMention[] = []
  const around: { readonly indent: number; readonly name: string }[] = []
  for (const { line, text } of codeLines(lines, undefined)) {
    if (text.length > LONGEST || COMMENT.test(text)) continue
    const declared = declaredIn(text)
    const indent = text.search(/\S/)
    while (text.trim() !== '' && (around.at(-1)?.indent ?? -1) >= indent && !/^\s*[)}\]]/.test(text)) around.pop()
    const [hit] = own.filter(({ pattern }) => pattern.test(text))
    if (hit) {
      const within = around.at(-1)?.name
      const declares = declared === hit.name
      found.push({ file: path, line, name: hit.name, in: 'text', declares, ...(within !== undefined && { within }) })
    }
    if (declared !== undefined) around.push({ indent, name: declared })
  }
  return found
}

/** `file:line:name` of what explains a line: something of that name is defined, called or used there, or it stands in the body of such a definition. */
export interface Explained {
  readonly uses: ReadonlySet<string>
  readonly bodies: ReadonlySet<string>
}

/**
 * The lines of a parsed file that have what is sought where no definition, call, use or import of that name explains it. `isNone`:
 * no call is known, so that all lines count, not only those that look like one.
 */
export function unexplainedMentions(
  { path, language }: CodeFile,
  sought: readonly Sought[],
  { uses, bodies }: Explained,
  view: CodeView,
  isNone: boolean,
): readonly TextMention[] {
  const lines = view.source(path, 1, Number.MAX_SAFE_INTEGER)
  const has = (text: string) => text.length <= LONGEST && sought.some(({ pattern }) => pattern.test(text))
  if (!lines.some(has)) return []
  const imported = new Set(view.imports(path).map(({ fact }) => fact.line))
  const code = new Map(Array.from(codeLines(lines, language), ({ line, text }) => [line, text]))
  const entities = view.outline(path)?.entities ?? []
  const forms = new Map(sought.map((each) => [each, callForm(each, path, view)]))
  return lines.flatMap((text, at): TextMention[] => {
    const line = at + 1
    if (text.length > LONGEST) return []
    const hit = sought.find(
      (each) =>
        (each.isFile || !imported.has(line)) && !uses.has(`${path}:${line}:${each.name}`) && each.pattern.test(text),
    )
    const own = code.get(line) ?? ''
    const isAsked = hit && isNone && !bodies.has(`${path}:${line}:${hit.name}`)
    const where = hit && (forms.get(hit)?.test(own) ? 'code' : isAsked ? placeIn(hit, text, own) : undefined)
    if (hit === undefined || where === undefined) return []
    const inner = entities.findLast(
      ({ startLine, endLine, kind }) => startLine <= line && line <= endLine && kind !== 'variable' && kind !== 'field',
    )
    return [{ file: path, line, name: hit.name, in: where, declares: false, ...(inner && { within: inner.name }) }]
  })
}

/**
 * Where a name stands in a line; undefined if that says nothing: a name that is also a plain word is one only as a whole
 * string, or as a call in a comment.
 */
function placeIn(
  { name, pattern, isAnywhere, isFile }: Sought,
  text: string,
  code: string,
): TextMention['in'] | undefined {
  if (isFile) return pattern.test(code) ? 'code' : undefined
  const isDistinct = isAnywhere || /\p{Ll}\p{Lu}|[\p{L}\p{N}][_$]|\p{N}/u.test(name)
  const strings = Array.from(code.matchAll(STRING), ([, , content = '']) => content).filter((each) =>
    pattern.test(each),
  )
  if (strings.some((content) => isDistinct || !/\s/.test(content.trim()))) return 'string'
  if (strings.length > 0) return undefined
  if (pattern.test(code)) return isDistinct ? 'code' : undefined
  return isDistinct || text.includes(`${name}(`) ? 'comment' : undefined
}

const STRING = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
