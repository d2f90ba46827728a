import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import type { SecretRange } from '../../domain/redaction/clean.ts'
import type { Secrets } from '../../ports/system.ts'
import { anchorsIn, type Holds, PATTERN_ANCHORS, RULE_ANCHORS } from './anchors.ts'
import { PATTERNS } from './patterns.ts'
import { isRandom } from './values.ts'

/** The size scanned without yielding: about 4 ms for ordinary text, 30 to 50 ms for hostile text on a busy machine. */
const CHUNK = 64 * 1024
/**
 * The overlap between chunks, so that a secret across a boundary is complete in one of them: an RSA key of 16,384 bits
 * has 13 KB.
 */
const OVERLAP = 16 * 1024

/**
 * Secrets found by secretlint's recommended rules and by PATTERNS. The library does not count the example keys in AWS's
 * documentation (AKIAIOSFODNN7EXAMPLE and similar), so they stay.
 */
export const secretlint: Secrets = {
  find: (text) => findWhere(text, anchorsIn),
}

/**
 * The same, and Hindcast's own tokens, which are plain hexadecimal numbers and are known by the files that keep them.
 * The files are read only when a text holds such a number, so that a new token counts at once.
 */
export const knowingTokens = (files: readonly string[]): Secrets => ({
  async find(text) {
    const found = await secretlint.find(text)
    if (!hasLongNumber(text)) return found
    const kept = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
    const tokens = new Set(kept.flatMap((each) => each.match(TOKEN) ?? []))
    const own = [...text.matchAll(TOKEN)].filter(([token]) => tokens.has(token))
    return [...found, ...own.map(({ 0: token, index }) => rangeOf(index, token.length, 'hindcast'))]
  },
})

const TOKEN = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g
const rangeOf = (start: number, length: number, kind: string): SecretRange => ({ start, end: start + length, kind })

/** Looks at every 64th character first, and 32 to either side of it: a number of 64 digits covers two of these. */
function hasLongNumber(text: string): boolean {
  for (let at = 32; at < text.length; at += 64) {
    const near = isDigit(text, at) ? isDigit(text, at - 32) || isDigit(text, at + 32) : false
    if (near && text.slice(Math.max(0, at - 63), at + 64).search(TOKEN) >= 0) return true
  }
  return false
}

/** Whether the character at an index is a lower-case hexadecimal digit. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102)
}

/** Runs only the rules that may match, according to the anchors in each chunk. */
export async function findWhere(text: string, lookedAt: typeof anchorsIn): Promise<readonly SecretRange[]> {
  const found: SecretRange[] = []
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += CHUNK - OVERLAP) {
    if (from > 0) await setImmediate()
    const chunk = text.slice(from, from + CHUNK)
    const plain = await findPlain(chunk, lookedAt)
    const hidden = [...(await findEncoded(chunk, lookedAt)), ...(await findBroken(chunk, plain, lookedAt))]
    for (const range of [...plain.map((each) => overBreaks(chunk, each)), ...hidden])
      found.push(inText(text, from, from + chunk.length, range))
  }
  return found
}

async function findPlain(text: string, lookedAt: typeof anchorsIn): Promise<readonly SecretRange[]> {
  const holds = lookedAt(text)
  return [...(await findByLibrary(text, holds)), ...findByPatterns(text, holds)]
}

/** Base64 of plain ASCII: the first of every four characters is one of these. */
const ENCODED = /(?<![\w+/=-])(?:[I-Za-f][\w+/-]{3}){5}[\w+/-]{3,}={0,2}/g
/** How much of one word is decoded. */
const MOST_ENCODED = 16 * 1024

/** Base64 in which a rule finds something. */
async function findEncoded(text: string, lookedAt: typeof anchorsIn): Promise<SecretRange[]> {
  const found: SecretRange[] = []
  for (const { 0: word, index } of text.matchAll(ENCODED)) {
    const decoded = Buffer.from(word.slice(0, MOST_ENCODED), 'base64').toString('latin1')
    if (!/^[\t\n\r -~]+$/.test(decoded)) continue
    const [first] = await findPlain(decoded, lookedAt)
    if (first !== undefined) found.push(rangeOf(index, word.length, first.kind))
  }
  return found
}

/** The start of a key whose form gives it away, up to the end of a line, and the lines after it. */
const BROKEN =
  /(?<![\w-])(?:gh[pousr]_|github_pat_|glpat-|[sr]k[-_]|xox[a-z]-|A[KS]IA|AIza|eyJ|npm_|hf_|SG\.|do[opr]_v1_|sntry[su]_|sbp_|pypi-|hvs\.|shpat_|dckr_pat_|lin_api_)[\w.-]{2,200}(?:\\?\r?\n[ \t]{0,40}[\w.-]{2,200}){1,3}/g
const BREAK = /\\?\r?\n[ \t]{0,40}/g

/** Keys that are no keys until the lines are joined over which they were broken. */
async function findBroken(
  text: string,
  known: readonly SecretRange[],
  lookedAt: typeof anchorsIn,
): Promise<SecretRange[]> {
  const found: SecretRange[] = []
  for (const { 0: broken, index } of text.matchAll(BROKEN)) {
    if (known.some(({ start, end }) => start < index + broken.length && index < end)) continue
    const breaks = [...broken.matchAll(BREAK)]
    const firstLine = breaks[0]?.index ?? 0
    for (const { start, end, kind } of await findPlain(broken.replace(BREAK, ''), lookedAt)) {
      let length = end
      for (const each of breaks) if (each.index < length) length += each[0].length
      if (start < firstLine && end > firstLine) found.push(rangeOf(index + start, length - start, kind))
    }
  }
  return found
}

const NEXT_LINE = /\\?\r?\n[ \t]{0,40}([\w+/.~-]{8,400}={0,2})(?=["'`]|\s*$)/my

/** A secret that ends with its line goes on in the next one if that holds nothing but random text. */
function overBreaks(text: string, range: SecretRange): SecretRange {
  if (range.kind === 'private-key') return range
  let { end } = range
  for (;;) {
    NEXT_LINE.lastIndex = text[end - 1] === '\\' ? end - 1 : end
    const next = NEXT_LINE.exec(text)
    if (!next || !isRandom(next[1] ?? '')) return { ...range, end }
    end = NEXT_LINE.lastIndex
  }
}

/** Most texts contain no anchor, so the library is loaded with the first text that does. */
async function findByLibrary(text: string, holds: Holds): Promise<readonly SecretRange[]> {
  if (!Object.values(RULE_ANCHORS).some(holds)) return []
  const { findByRules } = await import('./rules.ts')
  return findByRules(text, holds)
}

function findByPatterns(text: string, holds: Holds): SecretRange[] {
  return PATTERNS.filter(({ kind }) => holds(PATTERN_ANCHORS[kind])).flatMap(({ kind, pattern, accept = () => true }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const secret = match.slice(1).find((group) => group !== undefined) ?? match[0]
      const start = match.index + match[0].lastIndexOf(secret)
      return accept(secret, match) ? [{ start, end: start + secret.length, kind }] : []
    }),
  )
}

/**
 * A chunk's range, relative to the whole text. A range that touches the chunk's end is extended over the rest of the
 * token.
 */
function inText(text: string, from: number, chunkEnd: number, { start, end, kind }: SecretRange): SecretRange {
  if (from + end < chunkEnd) return { start: from + start, end: from + end, kind }
  const token = /[\w.+/=~%-]*/y
  token.lastIndex = chunkEnd
  token.test(text)
  return { start: from + start, end: token.lastIndex, kind }
}
