import { baseName } from '@hindcast/text/paths.ts'
import type { CodeAnswer, ShownEntity, TextMention } from '../code-answers.ts'
import { MODULE } from '../graph.ts'
import { modulePath } from '../known-languages.ts'
import { codeLines } from '../mentions.ts'
import { lastName } from '../outline.ts'
import type { CodeQuestion, QuestionKind } from '../questions.ts'
import type { CodeFile, CodeView } from '../view.ts'
import { targetOf } from './target.ts'

/** Answers that would deny what only the text of other files has. */
const DENYING: ReadonlySet<QuestionKind> = new Set(['outline', 'search', 'callers', 'callees', 'impact', 'importers'])
/** No use of a name is in these: documents talk about it, the others are no text that a person wrote. */
const NO_USE =
  /\.(?:md|mdx|rst|txt|adoc|log|lock|svg|csv|tsv|map|png|jpe?g|gif|webp|ico|bmp|pdf|woff2?|ttf|otf|eot|zip|gz|tgz|bz2|xz|7z|jar|class|wasm|so|dylib|dll|exe|o|a|bin|db|sqlite3?|mp[34]|mov|webm|ogg|wav|pyc)$|(?:^|\/)(?:package-lock\.json|CHANGELOG[^/]*|LICENSE[^/]*)$/i
const MOST = 200
/** Shorter words stand everywhere. */
const SHORTEST = 2

/**
 * The answer with the lines of files that the index does not parse, or not all of, in which the text has what it is
 * about: what declares such a name first, then files like the one that was asked about.
 */
export function withTextMentions(answer: CodeAnswer, question: CodeQuestion, view: CodeView): CodeAnswer {
  if (!DENYING.has(question.kind)) return answer
  const sought = soughtBy(answer, question, view)
  if (sought.length === 0) return answer
  const like = endingOf(sought[0]?.file ?? '')
  const mentions = [...view.files()]
    .filter(isUnparsed)
    .flatMap(({ path }) => mentionsIn(path, sought, view))
    .sort((a, b) => rank(a, like) - rank(b, like))
  return mentions.length === 0 ? answer : { ...answer, mentions: mentions.slice(0, MOST) }
}

/** A name, or a file by what imports of it are written like; `file`: where it stands. */
interface Sought {
  readonly name: string
  readonly pattern: RegExp
  readonly file?: string
}

const isUnparsed = ({ path, language, problem, isGenerated, isVendored }: CodeFile): boolean =>
  (language === undefined || problem !== undefined) && !isGenerated && !isVendored && !NO_USE.test(path)

function soughtBy(answer: CodeAnswer, question: CodeQuestion, view: CodeView): readonly Sought[] {
  switch (answer.kind) {
    case 'callers':
    case 'impact':
      return answer.subjects.flatMap((each) => soughtIn(each, question, view))
    case 'importers':
      return answer.importers.length > 0 && !view.file(answer.target) ? [] : ofTarget(answer.target, view)
    case 'search':
      return unfound(answer.query, answer.results).map(named)
    case 'unknown':
      return 'target' in question && question.target !== undefined ? ofTarget(question.target, view) : []
    default:
      return []
  }
}

/** Of a file that is not parsed, the names that the line declares that was asked about; of any other, what imports it. */
function soughtIn({ file, name, kind }: ShownEntity, question: CodeQuestion, view: CodeView): readonly Sought[] {
  if (kind !== 'file') return name === MODULE ? [] : [{ ...named(lastName(name)), file }]
  const line = 'target' in question ? /:(\d+)(?::\d+)?$/.exec(question.target ?? '')?.[1] : undefined
  if (line === undefined) return [imported(file)]
  const declared = declaredIn(view.source(file, Number(line), Number(line))[0] ?? '')
  return declared === undefined ? [] : [{ ...named(declared), file }]
}

function ofTarget(target: string, view: CodeView): readonly Sought[] {
  const found = targetOf(target, view)
  if (found.kind === 'file') return [imported(found.file)]
  const name = lastName(
    target
      .replace(/\(.*\)$/, '')
      .replaceAll('::', '.')
      .replace(/^.*[:#]/, ''),
  )
  // A path, a package or words are no name; a missing file has an ending that is none either
  return NAME.test(name) && !/[/\s]|^@/.test(target) ? [named(name)] : []
}

const NAME = /^#?[\p{L}_$][\p{L}\p{N}_$]*$/u
/** Words of settings and markup, where they are no use of this name. */
const OF_SETTINGS: ReadonlySet<string> = new Set([
  'constructor',
  'run',
  'main',
  'name',
  'type',
  'types',
  'version',
  'test',
  'index',
  'on',
  'in',
  'is',
])

/** What a search for one name did not find; of plain words, no text says what they are about. */
function unfound(query: string, results: readonly ShownEntity[]): readonly string[] {
  const [word = '', ...others] = query.trim().split(/\s+/)
  const isName = others.length === 0 && NAME.test(word) && word.length >= SHORTEST
  return isName && !results.some(({ name }) => lastName(name) === word) ? [word] : []
}

const named = (name: string): Sought => ({
  name,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped(name)}(?![\\p{L}\\p{N}_$])`, 'u'),
})

/** A path that ends with the file, or its folder where it stands for that, with or without its ending, as it is written in an import. */
function imported(file: string): Sought {
  const whole = file.slice(0, file.length - endingOf(file).length)
  const folder = modulePath(file)
  const stems = [...new Set([whole, folder].map((path) => escaped(baseName(path))))].join('|')
  const isFolder = folder !== whole
  const path = `['"\`(](?:[^'"\`()\\s]*/)?(?:${stems})(?:${escaped(endingOf(file))})?/?['"\`)?#]`
  const own = isFolder ? `|['"\`]\\.{1,2}/?['"\`]` : ''
  return { name: baseName(file), pattern: new RegExp(`(?:${IMPORTS})[^\\n]*(?:${path}${own})`), file }
}

const IMPORTS = '\\b(?:import|from|require|include|use|load|source|src|href|@import)\\b'

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function mentionsIn(path: string, sought: readonly Sought[], view: CodeView): readonly TextMention[] {
  const isSettings = SETTINGS.test(path)
  const own = sought.filter(
    ({ file, name }) => (file !== path || name !== baseName(path)) && !(isSettings && OF_SETTINGS.has(name)),
  )
  const lines = view.source(path, 1, Number.MAX_SAFE_INTEGER)
  const has = (text: string) => text.length <= LONGEST && own.some(({ pattern }) => pattern.test(text))
  if (!lines.some(has)) return []
  const found: TextMention[] = []
  const around: { readonly indent: number; readonly name: string }[] = []
  for (const { line, text } of codeLines(lines, undefined)) {
    // Nobody writes so long a line
    if (text.length > LONGEST || COMMENT.test(text)) continue
    const declared = declaredIn(text)
    const indent = text.search(/\S/)
    while (text.trim() !== '' && (around.at(-1)?.indent ?? -1) >= indent && !/^\s*[)}\]]/.test(text)) around.pop()
    const [hit] = own.filter(({ pattern }) => pattern.test(text))
    if (hit) {
      const within = around.at(-1)?.name
      const declares = declared === hit.name
      found.push({ file: path, line, name: hit.name, declares, ...(within !== undefined && { within }) })
    }
    if (declared !== undefined) around.push({ indent, name: declared })
  }
  return found
}

const LONGEST = 1_000
const SETTINGS = /\.(?:json5?|ya?ml|toml|ini|cfg|conf|properties|html?|s?css|xml)$/
/** In languages that are not parsed; a line that only goes on with a comment begins with a star. */
const COMMENT = /^\s*(?:\/\*|\*(?:\s|$)|--(?:\s|$)|%|;;|\(\*)/

const BY_KEYWORD =
  /^\s*(?:[\w()@]+\s+){0,5}(?:fn|func|fun|function|def|defp|defmacro|defmodule|class|struct|enum|trait|interface|module|namespace|sub|proc|procedure|record|object|protocol|type|actor|union|table|view|macro_rules!)\s+(?:\([^)]*\)\s*)?(?:[\w$]+[.:])*([\p{L}_$][\p{L}\p{N}_$]*)/u
/** `static int helper(void) {`, `helper() {`: a name after a type or nothing, with parameters and a body. */
const BY_FORM = /^\s*(?:[\w<>[\],:*&?]+\s+){0,6}[*&]*(?:\w+(?:::|\.)){0,4}([A-Za-z_]\w*)\s*\([^;]*\{\s*$/
const STATEMENT = /^\s*(?:if|for|while|switch|return|catch|match|else|case|when|throw|new|await|do)\b/

/** The name that a line declares, in whatever language, as far as its form says so. */
function declaredIn(text: string): string | undefined {
  const byKeyword = BY_KEYWORD.exec(text)?.[1]
  if (byKeyword !== undefined) return byKeyword
  return STATEMENT.test(text) || !/\{\s*$/.test(text) ? undefined : BY_FORM.exec(text)?.[1]
}

const endingOf = (path: string): string => /\.[^./]+$/.exec(path)?.[0] ?? ''

const rank = ({ file, declares }: TextMention, like: string): number =>
  (declares ? 0 : 2) + (like !== '' && endingOf(file) === like ? 0 : 1)
