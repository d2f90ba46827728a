import { pattern } from '@hindcast/text/late.ts'
import { baseName } from '@hindcast/text/paths.ts'

/** The kinds of name by which a prompt can refer to earlier work, most specific first. */
export const REFERENCE_KINDS = ['issue', 'commit', 'symbol', 'file', 'branch', 'session'] as const

/** Something that a text names: an issue or pull request, a commit, a name in code, a file, perhaps a branch, a session by its title. */
export interface Reference {
  readonly kind: (typeof REFERENCE_KINDS)[number]
  /** As it is shown and compared: `#123`, `ABC-123`, `1a2b3c4`, `parseQuery`, `src/a.ts`, `feat/retry`. */
  readonly name: string
  /** The words by which an index finds texts that may name it. */
  readonly phrase: string
  /** The phrase is the beginning of a word. */
  readonly isPrefix?: boolean
  /** Of an issue, `owner/repository` in lower case, if the text says it. */
  readonly repository?: string | undefined
}

/** More names than this are a list, a log or a plan. */
const MOST = 24
/** Of a longer text only the beginning is read. */
const READ = 6_000

/** What a text names, most specific kind first, each once. `text`: words of one person. Linear. */
export function referencesIn(text: string): Reference[] {
  const read = text.slice(0, READ)
  const plain = read.replace(URL, ' ')
  const found = [
    ...issuesIn(read),
    ...commitsNamed(plain),
    ...symbolsNamed(plain),
    ...filesNamed(plain),
    ...branchesNamed(plain),
  ]
  return [...new Map(found.map((each) => [`${each.kind} ${each.name}`, each])).values()].slice(0, MOST)
}

/** A text without addresses, which say by their parts nothing of what it is about. */
export const withoutAddresses = (text: string): string => text.replace(URL, ' ')

const URL = /\b[a-z][a-z+.-]{1,12}:\/\/[^\s<>()"'`]+/gi
const FORGE_URL =
  /\bhttps?:\/\/[^\s/]+\/((?:[\w.-]+\/){1,4}[\w.-]+)\/(?:-\/)?(?:issues?|pulls?|merge_requests|pull-requests)\/(\d{1,7})\b/gi
/** A lone digit with a number sign is a point of a list, unless a word says that it is not. */
const NUMBERED =
  /(?<![\w&/#.-])(?:([\w.-]{1,60}\/[\w.-]{1,60})#(\d{1,7})|#([1-9]\d{1,6})|(?:issues?|prs?|mrs?|pull requests?|merge requests?|tickets?|bugs?)\s+(?:no\.?\s*|number\s+)?#?([1-9]\d{1,6}|(?<=#)\d))(?![\w-]|\.\d| (?:hours?|days?|weeks?|months?|years?|minutes?|mins?|seconds?|times?|of|percent)\b)/gi
/** What else is numbered like an issue: "step #12", "line #42"; and colours. */
const COUNTED =
  /\b(?:(?:steps?|lines?|rows?|columns?|sections?|chapters?|pages?|slides?|figures?|tables?|items?|points?|options?|rooms?|players?|tests?|cases?|questions?|builds?|runs?|jobs?|attempts?|rounds?|chunks?|phases?|(?:error|exit|status) code|error|exception|exit|fehler|erreur|schritte?|zeilen?|seiten?|étapes?|lignes?|paso|línea) |(?:colou?rs?|backgrounds?|borders?|fill|stroke|hex|shade|gr[ae]y|farben?|couleurs?)(?: (?:is|to|from|with|code|auf|à))?[:=]? *)#\d{1,8}(?:(?:, ?| and | or | to |-)#\d{1,8})*/gi
/** Standards and products are named like tickets. */
const STANDARD =
  /^(?:UTF|UCS|ISO|IEC|SHA|MD|AES|RSA|CRC|RFC|HTTP|TLS|IEEE|ECMA|ANSI|USB|COVID|GPT|CLAUDE|WCAG|CWE|CVE|PEP|JSR)-/
const TICKET = /(?<![\w/-])[A-Z][A-Z0-9]{1,9}-[1-9]\d{0,5}(?![\w-])/g

/** The issues and pull requests that a text names. */
export function issuesIn(text: string): Reference[] {
  const issue = (number: string, repository?: string): Reference => ({
    kind: 'issue',
    name: `#${number}`,
    phrase: number,
    repository: repository?.toLowerCase(),
  })
  const linked = [...text.matchAll(FORGE_URL)].map(([, repository, number = '']) => issue(number, repository))
  const plain = text.replace(FORGE_URL, ' ').replace(COUNTED, ' ')
  const numbered = [...plain.matchAll(NUMBERED)].map(([, repository, there, here, worded]) =>
    issue(there ?? here ?? worded ?? '', repository),
  )
  const tickets = (plain.match(TICKET) ?? [])
    .filter((name) => !STANDARD.test(name))
    .map(
      (name): Reference =>
        name.startsWith('GH-') ? issue(name.slice(3)) : { kind: 'issue', name, phrase: phraseOf(name) },
    )
  return [...linked, ...numbered, ...tickets]
}

const HASH = /(?<![\w-])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?![\w-])/g

/** The commits that a text names. */
const commitsNamed = (text: string): Reference[] =>
  (text.match(HASH) ?? []).map((name) => ({ kind: 'commit', name, phrase: name.slice(0, SHORT_HASH), isPrefix: true }))

/** How much of a hash git prints. */
const SHORT_HASH = 7

/** `readFile`, `ReadFile`, `read_file`, `fs::read`, `read()`; `[1]`: a single name between backticks. */
const SYMBOL = pattern(
  [
    '`([\\p{L}_$][\\p{L}\\p{N}_$.:-]{2,60}(?:\\(\\))?)`',
    '(?<![\\p{L}\\p{N}_./\\\\-])(?:[\\p{L}\\p{N}]*\\p{Ll}\\p{Lu}[\\p{L}\\p{N}]*|_*[\\p{L}\\p{N}]+(?:_[\\p{L}\\p{N}]+)+|\\w+(?:::\\w+)+|\\w{3,}\\(\\))(?![\\p{L}\\p{N}_/\\\\-]|\\.\\p{L})',
  ].join('|'),
  'gu',
)
const SHORTEST_SYMBOL = 4

const symbolsNamed = (text: string): Reference[] =>
  [...text.matchAll(SYMBOL())]
    .map(([whole, quoted]) => quoted ?? whole)
    .filter((name) => !PLAIN_WORD.test(name))
    .map((name) => name.replace('()', ''))
    .filter((name) => name.length >= SHORTEST_SYMBOL && !FILE_LIKE.test(name))
    .map((name) => ({ kind: 'symbol', name, phrase: phraseOf(name) }))

/** Emphasis, a value or a word of a language stands between backticks, too. */
const PLAIN_WORD = /^(?:\p{Lu}?\p{Ll}+|[\p{Lu}\d]+)$/u

const FILE_LIKE = /[^.]\.[a-z][a-z0-9]{0,7}$/i
const PATH = /(?<![\p{L}\p{N}_./\\@~-])[@~./\\]{0,3}[\p{L}\p{N}_[\]().+@\\/-]{0,200}[\p{L}\p{N}_)\]]/gu

/** The files that a text names, by a path or a name with an ending. */
export const filesNamed = (text: string): Reference[] =>
  (text.match(PATH) ?? [])
    .flatMap((path) => (LISTED_FILES.test(path.replace(/[.)\]]+$/, '')) ? path.split('/') : [path]))
    .flatMap((path) => {
      const name = fileIn(path)
      return name === '' ? [] : [{ kind: 'file' as const, name, phrase: phraseOf(name) }]
    })

/** A version, or an abbreviation: `1.2.3`, `e.g`. */
const NO_FILE = /^\d+(?:\.\d+)+\w*$|^\w\.\w$/

/** `A.md/B.md`: either file, no folder. */
const LISTED_FILES = /[^/]\.[a-z]{1,5}\/[^/]+\.[a-z]{1,5}$/i

/** A text without the files that it names. */
export const withoutFiles = (text: string): string => text.replace(PATH, (path) => (fileIn(path) === '' ? path : ' '))

/** A word as a file's name or path; empty if it is none. */
function fileIn(word: string): string {
  const path = word
    .replaceAll('\\', '/')
    .replace(/^\((?![^)]*\))/, '')
    .replace(/^@|^(?:\.{0,2}\/)+/, '')
    .replace(/[.)\]]+$/, '')
  return FILE_LIKE.test(path) && !NO_FILE.test(path) ? path : ''
}

/** A name in words, as an index holds it. */
const phraseOf = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** What may be a branch's name: words joined by slashes or dashes. Whether it is one, only the store knows. */
const BRANCH = /(?<![\w./@-])[\w.]{1,40}(?:[/-][\w.]{1,60}){1,12}(?![\w/])/g

const branchesNamed = (text: string): Reference[] =>
  (text.match(BRANCH) ?? [])
    .map((name) => name.replace(/\.+$/, ''))
    .map((name) => ({ kind: 'branch', name, phrase: phraseOf(name) }))

/** Names that a file has in nearly every folder, in one language or another: alone they name none. */
const GENERIC =
  /^[A-Z_-]+\.md$|^(?:__init__|index|main|mod|lib|app|init|setup|config|settings|types?|utils?|helpers?|constants?|tests?|spec|conftest|package|cargo|pyproject|go|gemfile|composer|pom|build|makefile|dockerfile|readme|changelog|license|contributing|todo|notes)\b/

/** Whether a file's name alone says which file is meant; `paths`: those of all files in question that have the name. */
export function isTellingName(name: string, paths: readonly string[]): boolean {
  if (name.includes('/')) return true
  return (
    !GENERIC.test(name) &&
    !GENERIC.test(name.toLowerCase()) &&
    new Set(paths.map((path) => path.split('/').slice(-2).join('/'))).size <= 1
  )
}

/** Whether a path is the named file: the same, or ends with it. */
export const isNamedFile = (path: string, name: string): boolean => path === name || path.endsWith(`/${name}`)

/** Whether a text has a name as a whole, not as part of a longer one. */
export function hasName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (!PART.test(text.charAt(at - 1)) && !PART.test(text.charAt(at + name.length))) return true
  return false
}

const PART = /[\p{L}\p{N}_]/u

/**
 * Whether two references to issues may mean the same one: the same number or ticket, and no two repositories. One without a
 * repository is of this one, `home`: its name alone, since a fork has the issues of what it is a fork of; unknown, it may be of any.
 */
export function isSameIssue(a: Reference, b: Reference, home?: string): boolean {
  if (a.name !== b.name || a.repository === b.repository) return a.name === b.name
  const [one = b.repository ?? '', other] = [a.repository, b.repository]
  if (a.repository !== undefined && other !== undefined) return false
  return home === undefined || one.split('/').at(-1) === home
}

/** Whether a text names a file. */
export const namesFile = (text: string, name: string): boolean => hasName(text, baseName(name))
