import { baseName } from '@hindcast/text/paths.ts'
import type { TextMention } from '../code-answers.ts'
import { languageNamed, languageOf } from '../known-languages.ts'
import { codeLines } from '../mentions.ts'
import { isSettings, withoutValues } from '../settings.ts'
import type { CodeFile, CodeView } from '../view.ts'
import { callForm } from './call-forms.ts'
import { declaredIn } from './declared-name.ts'
import { asPattern, SETTINGS_WORDS, type Sought } from './sought.ts'

/** In a line that is longer nobody imports or declares anything, and its strings are not told apart. */
const LONGEST = 1_000
const MARKUP = /\.(?:s?css|xml)$/
/** In languages that are not parsed; a line that only goes on with a comment begins with a star. */
const COMMENT = /^\s*(?:\/\*|\*(?:\s|$)|--(?:\s|$)|%|;;|\(\*)/

/** The lines of a file that is not parsed, or of what is not parsed of it, that have what is sought. */
export function unparsedMentions({ path, language, problem }: CodeFile, sought: readonly Sought[], view: CodeView) {
  const isOfWords = languageOf(path)?.tier === 'text' || isSettings(path) || MARKUP.test(path)
  const own = sought.filter(
    ({ file, name }) => (file !== path || name !== baseName(path)) && !(isOfWords && SETTINGS_WORDS.has(name)),
  )
  const whole = withoutValues(path, view.source(path, 1, Number.MAX_SAFE_INTEGER).join('\n'))
  const uses = problem === undefined ? languageNamed(language)?.embedded?.uses(whole) : undefined
  const lines = (uses ?? whole).split('\n')
  if (!lines.some((text) => own.some((each) => isIn(text, each)))) return []
  const found: TextMention[] = []
  const around: { readonly indent: number; readonly name: string }[] = []
  for (const { line, text } of codeLines(lines, undefined)) {
    if (COMMENT.test(text)) continue
    const declared = text.length > LONGEST ? undefined : declaredIn(text)
    const indent = text.search(/\S/)
    while (text.trim() !== '' && (around.at(-1)?.indent ?? -1) >= indent && !/^\s*[)}\]]/.test(text)) around.pop()
    const [hit] = own.filter((each) => isIn(text, each))
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
  const whole = view.source(path, 1, Number.MAX_SAFE_INTEGER)
  const scripts = languageNamed(language)?.embedded?.code(whole.join('\n')).split('\n')
  const lines = scripts ?? whole
  if (!lines.some((text) => sought.some((each) => isIn(text, each)))) return []
  const imported = new Set(view.imports(path).map(({ fact }) => fact.line))
  const code = new Map(Array.from(codeLines(lines, language), ({ line, text }) => [line, text]))
  const entities = view.outline(path)?.entities ?? []
  const forms = new Map(sought.map((each) => [each, callForm(each, path, view)]))
  return lines.flatMap((text, at): TextMention[] => {
    const line = at + 1
    const hit = sought.find(
      (each) => (each.isFile || !imported.has(line)) && !uses.has(`${path}:${line}:${each.name}`) && isIn(text, each),
    )
    const own = code.get(line) ?? ''
    const isAsked = hit && isNone && !bodies.has(`${path}:${line}:${hit.name}`)
    const isForm = hit && forms.get(hit)?.test(own)
    const where = isForm ? 'code' : isAsked ? placeIn(hit, text, own, scripts !== undefined) : undefined
    if (hit === undefined || where === undefined) return []
    const inner = entities.findLast(
      ({ startLine, endLine, kind }) => startLine <= line && line <= endLine && kind !== 'variable' && kind !== 'field',
    )
    return [{ file: path, line, name: hit.name, in: where, declares: false, ...(inner && { within: inner.name }) }]
  })
}

const isIn = (text: string, { pattern, isFile }: Sought): boolean =>
  !(isFile && text.length > LONGEST) && pattern.test(text)

/**
 * Where a name stands in a line; undefined if that says nothing: a name that is also a plain word is one only as a whole
 * string, as a call in a comment, or by itself in a page's script.
 */
function placeIn(
  { name, pattern, isAnywhere, isFile }: Sought,
  text: string,
  code: string,
  isPage: boolean,
): TextMention['in'] | undefined {
  if (isFile) return pattern.test(code) ? 'code' : undefined
  const isDistinct = isAnywhere || /\p{Ll}\p{Lu}|[\p{L}\p{N}][_$]|\p{N}/u.test(name)
  const quoted = code.length > LONGEST ? [] : code.matchAll(STRING)
  const strings = Array.from(quoted, ([, , content = '']) => content).filter((each) => pattern.test(each))
  if (strings.some((content) => isDistinct || !/\s/.test(content.trim()))) return 'string'
  if (strings.length > 0) return undefined
  if (pattern.test(code)) return isDistinct || (isPage && isOwn(name, code)) ? 'code' : undefined
  return isDistinct || text.includes(`${name}(`) ? 'comment' : undefined
}

/** Whether a name stands alone, or as a member of the same object. */
const isOwn = (name: string, code: string): boolean =>
  new RegExp(`(?:(?<![\\p{L}\\p{N}_$.#])|\\bthis\\??\\.)${asPattern(name)}(?![\\p{L}\\p{N}_$])`, 'u').test(code)

const STRING = /(['"`])((?:\\.|(?!\1)[^\\])*)\1/g
