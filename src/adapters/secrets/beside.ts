import { KEYS } from './named.ts'
import type { Pattern } from './pattern.ts'
import { looksSecret } from './values.ts'

/** Parts of names that say that something is secret. */
const NAMES = [
  'passwor',
  'passwd',
  'passphrase',
  'passcode',
  'pwd',
  'secret',
  'token',
  'credential',
  'creds',
  'authenticat',
].concat([
  'unlockcode',
  'unlock_code',
  'pincode',
  'pin_code',
  'kennwort',
  'contrasen',
  'motdepasse',
  'mot_de_passe',
  'wachtwoord',
])
/** The same, where neither a letter follows nor another word is made of it. */
const SHORT = `key(?<=(?:${KEYS})[_-]?key)|(?:psk|senha|mdp|[_-]pat)(?!\\w)|(?<!by|buy|com|tres|under|over|sur|[^a-z]a)p(?:ass|w)(?![a-z_])`

/**
 * Literals beside a name that says what they are, wherever code puts them: an argument or the default of one, a case, a
 * member, what is returned, what something is compared with.
 */
export const BESIDE_PATTERNS: readonly Pattern[] = [
  {
    kind: 'assignment',
    words: [...NAMES, 'key', 'psk', 'senha', 'mdp', '_pat', '-pat', 'pass', 'pw'],
    // Neither tokens of a language or a model, nor a shortcut of HTML
    pattern: new RegExp(`(?:${NAMES.join('|')}|${SHORT})(?!s\\b(?<=tokens)|="[^"]")\\w{0,40}`, 'diy'),
    near: ({ input, index, 0: name }) => [...after(input, index + name.length), ...before(input, index)],
  },
]

/** From one offset up to another. */
type Range = readonly [start: number, end: number]

/** A literal without white space or escapes. */
const LITERAL = /(["'`])((?:(?!\1)[^\s\\]){6,200})\1/y
/** How far the statement that a name begins is followed. */
const AFTER = 600
/** As many marks of quotations are looked at. */
const MOST_QUOTES = 24
/** How far before a name a literal may begin. */
const BEFORE = 100

/** The literals of the statement that goes on after a name. */
function after(text: string, from: number): readonly Range[] {
  const part = text.slice(from, from + AFTER)
  // Most names have nothing beside them that could be a password
  if (!DIGIT_IN_QUOTES.test(part)) return []
  // In the name of a file
  if (/^[\w./-]*[./][\w./-]*["'`]/.test(text.slice(from, from + 60))) return []
  const isQuoted = QUOTES.has(text[from] ?? '')
  const margin = marginOf(text, from)
  const found: Range[] = []
  let [depth, quotes] = [0, 0]
  for (let at = from + Number(isQuoted); ; at++) {
    SIGNIFICANT.lastIndex = at - from
    const char = SIGNIFICANT.exec(part)?.[0]
    if (char === undefined) break
    at = from + SIGNIFICANT.lastIndex - 1
    if (QUOTES.has(char)) {
      // The text is in quotes itself
      if (text[at - 1] === '\\' || ++quotes > MOST_QUOTES) break
      const literal = literalAt(text, at)
      if (literal === undefined && isQuoted) break
      if (literal === undefined || !isGiven(text, at, literal.end)) continue
      if (looksSecret(literal.value)) found.push([at + 1, literal.end - 1])
      // Of what follows a name in quotes, only one thing is meant
      if (isQuoted && text[at - 1] !== '=') break
      if (!/["'`]/.test(literal.value)) at = literal.end - 1
    } else if (OPENING.has(char)) depth++
    else if (CLOSING.has(char) && --depth < 0 && !(depth > -3 && GOES_ON.test(text.slice(at + 1, at + 12)))) break
    else if (ENDS.has(char) && (depth <= 0 || char === '\0') && isEnd(text, at, margin)) break
  }
  return found
}

const DIGIT_IN_QUOTES = /["'`][^\s"'`]{0,200}\d/
const SIGNIFICANT = /["'`()[\]{};,\n\0]/g
const QUOTES = new Set('"\'`')
const OPENING = new Set('([{')
const CLOSING = new Set(')]}')
const ENDS = new Set(';,\n\0')
/** After a bracket that was opened before the name. */
const GOES_ON = /^["'`]?\s*(?:[.)\]=!?|&{,]|=>|values)/i
/** Another property or argument, which has a name of its own. */
const SIBLING = /,\s{0,80}["'`]?(?!default|value|initial|fallback)[\w-]{1,60}["'`]?\s{0,4}[:=](?!=)/y

function isEnd(text: string, at: number, margin: number): boolean {
  if (text[at] === ';' || text[at] === '\0') return true
  if (text[at] === ',') {
    SIBLING.lastIndex = at
    return SIBLING.test(text)
  }
  return (
    indentation(text, at + 1) <= margin &&
    !/[([{,=:?|&+>]\s*$/.test(text.slice(at - 8, at)) &&
    !/^\s*[.?:|&)\]}+]/.test(text.slice(at, at + 60))
  )
}

/** How far the line is indented that an offset is in. */
function marginOf(text: string, at: number): number {
  const line = text.slice(Math.max(0, at - MOST_INDENTED), at)
  return indentation(line, line.lastIndexOf('\n') + 1)
}

/** How far a line is indented; an empty one ends nothing. */
function indentation(text: string, start: number): number {
  let at = start
  while (at - start < MOST_INDENTED && (text[at] === ' ' || text[at] === '\t')) at++
  return text[at] === '\n' ? MOST_INDENTED : at - start
}

const MOST_INDENTED = 400

function literalAt(text: string, at: number) {
  LITERAL.lastIndex = at
  const [whole = '', , value = ''] = LITERAL.exec(text) ?? []
  return whole === '' ? undefined : { value, end: at + whole.length }
}

/** Whether a literal stands where code has a value, and is not the name of a property. */
function isGiven(text: string, start: number, end: number): boolean {
  const [, sign] = VALUE_AFTER.exec(text.slice(Math.max(0, start - 24), start)) ?? []
  if (sign === undefined || (text[start] === '`' && /^\w/.test(sign))) return false
  return !(/^[{,]/.test(sign) && /^\s*:/.test(text.slice(end, end + 4)))
}
const VALUE_AFTER = /([=(,:[{|?&+>!~<]|<-|=>|\n|\w[ ]|\/\/|[^\w][bruf@])\s*$/i

/** The last literal of a line before the name, and no property between. */
const LAST = /(["'`])((?:(?!\1)[^\s\\]){6,80})\1[\w\s.,()=!$&|?>[\]#/-]*["']?[#.]?\w*$/

function before(text: string, start: number): readonly Range[] {
  const line = text.slice(Math.max(0, start - BEFORE), start)
  const part = line.slice(line.lastIndexOf('\n') + 1)
  if (!DIGIT_IN_QUOTES.test(part)) return []
  const match = LAST.exec(part)
  if (!match || !looksSecret(match[2] ?? '')) return []
  const at = start - part.length + match.index
  const end = at + 2 + (match[2] ?? '').length
  return isGiven(text, at, end) ? [[at + 1, end - 1]] : []
}
