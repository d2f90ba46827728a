import type { SecretRange } from '@hindcast/redaction/clean.ts'
import type { Worded } from './starts.ts'
import { isRandom } from './values.ts'

/** A text within a text, and where a secret in it lies in the outer one; undefined if it does not count there. */
export interface Hidden {
  readonly text: string
  readonly outer: (inner: SecretRange) => SecretRange | undefined
}

/** Base64 of plain ASCII: the first of every four characters is one of these (C and D for white space). It may go on in the next lines. */
const ENCODED =
  /(?<![\w+/-])((?:[CDI-Za-f][\w+/-]{3}){5}[\w+/-]{3,}={0,2})((?:\r?\n[ \t]{0,12}[\w+/-]{4,400}={0,2}(?=["'`\s]|$)){0,400})/y
/** Programs that break base64 into lines break it after 60 characters or later. */
const LINE = 60
/** How much of one word is decoded. */
const MOST_ENCODED = 16 * 1024
const CONTROL = /[^\P{Cc}\t\n\r]|\ufffd/u

/** The decoded text of a base64 string; only if it decodes to text. */
export function encodedIn(text: string, runs: readonly number[]): readonly Hidden[] {
  return runs.flatMap((start) => {
    ENCODED.lastIndex = start
    const [all = '', first = '', lines] = ENCODED.exec(text) ?? []
    const isBroken = lines !== '' && first.length >= LINE && first.length % 4 === 0
    for (const word of isBroken ? [all, all.slice(0, all.lastIndexOf('\n')), first] : [first]) {
      const decoded = decodedBase64(word)
      if (decoded) return [{ text: decoded, outer: ({ kind }) => ({ start, end: start + word.length, kind }) }]
    }
    return []
  })
}

/** Where words are decoded, because a buffer of its own for each costs more than decoding it. */
const room = Buffer.alloc(MOST_ENCODED)

function decodedBase64(word: string): string | undefined {
  const length = room.write(word.slice(0, MOST_ENCODED), 'base64')
  const decoded = room.toString('utf8', 0, length).replace(/\ufffd$/, '')
  return CONTROL.test(decoded) ? undefined : decoded
}

const KEYS = [
  'ghp_',
  'gho_',
  'ghu_',
  'ghs_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'sk-',
  'sk_',
  'rk_',
  'xox',
  'AKIA',
  'ASIA',
]
  .concat(['AIza', 'eyJ', 'npm_', 'hf_', 'SG.', 'doo_v1_', 'dop_v1_', 'dor_v1_', 'sntrys_', 'sntryu_', 'sbp_', 'pypi-'])
  .concat(['hvs.', 'shpat_', 'dckr_pat_', 'lin_api_'])

/** The start of a key whose form gives it away, up to the end of a line, and the lines after it. */
export const BROKEN: Worded & { readonly broken: RegExp } = {
  words: KEYS,
  broken: new RegExp(
    `(?<![\\w-])(?:${KEYS.join('|').replaceAll('.', '\\.')})[\\w.-]{2,200}(?:\\\\?\\r?\\n[ \\t]{0,40}[\\w.-]{2,200}){1,3}`,
    'y',
  ),
}
const BREAK = /\\?\r?\n[ \t]{0,40}/g

/** The key that `broken`, at an offset of the text, is once its lines are joined. Only what goes over the first break counts. */
export function unbroken(broken: string, offset: number): Hidden {
  const breaks = [...broken.matchAll(BREAK)]
  const firstLine = breaks[0]?.index ?? 0
  return {
    text: broken.replace(BREAK, ''),
    outer: ({ start, end, kind }) => {
      let length = end
      for (const each of breaks) if (each.index < length) length += each[0].length
      return start < firstLine && end > firstLine ? { start: offset + start, end: offset + length, kind } : undefined
    },
  }
}

const NEXT_LINE = /\\?\r?\n[ \t]{0,40}([\w+/.~-]{8,400}={0,2})(?=["'`]|\s*$)/my

/** A secret that ends with its line goes on in the next one if that holds nothing but random text. */
export function overBreaks(text: string, range: SecretRange): SecretRange {
  if (range.kind === 'private-key') return range
  let { end } = range
  for (;;) {
    NEXT_LINE.lastIndex = text[end - 1] === '\\' ? end - 1 : end
    const next = NEXT_LINE.exec(text)
    if (!next || !isRandom(next[1] ?? '')) return { ...range, end }
    end = NEXT_LINE.lastIndex
  }
}
