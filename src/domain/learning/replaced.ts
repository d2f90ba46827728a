/** A short piece of text, and what was put in its place. */
export interface Replaced {
  readonly old: string
  readonly now: string
}

/** A name, an import or a command, not a sentence. */
const MAX_LENGTH = 40
const MAX_WORDS = 3
/** Longer pieces are prose or another program. */
const MAX_TEXT = 2000

/**
 * The one name, import or command that distinguishes two pieces of text, or each of their lines; undefined if they differ in
 * more than that. Where something was only put in front of a name, the name is part of both: `pip` became `uv pip`.
 */
export function replacedIn(old: string, now: string): Replaced | undefined {
  if (old.length > MAX_TEXT || now.length > MAX_TEXT) return undefined
  return replacedOnce(old, now) ?? replacedInLines(old.split('\n'), now.split('\n'))
}

/** Lines that were changed alike, one by one. */
function replacedInLines(old: readonly string[], now: readonly string[]): Replaced | undefined {
  if (old.length !== now.length || old.length < 2) return undefined
  const pairs = old.flatMap((line, n) => (line === now[n] ? [] : [replacedOnce(line, now[n] ?? '')]))
  const [pair] = pairs
  return pairs.every((each) => each !== undefined && each.old === pair?.old && each.now === pair.now) ? pair : undefined
}

function replacedOnce(old: string, now: string): Replaced | undefined {
  const [left, right] = [pieces(old), pieces(now)]
  const most = Math.min(left.length, right.length)
  let head = 0
  while (head < most && left[head]?.text === right[head]?.text) head++
  let tail = 0
  while (tail < most - head && left.at(-1 - tail)?.text === right.at(-1 - tail)?.text) tail++
  const isOneSided = Math.min(left.length, right.length) === head + tail
  if (isOneSided && tail > 0) tail--
  const pair = { old: between(old, left, head, tail), now: between(now, right, head, tail) }
  return isReplaceable(pair.old) && isReplaceable(pair.now) && flat(pair.old) !== flat(pair.now) ? pair : undefined
}

interface Token {
  readonly text: string
  readonly from: number
}

/** Names with their dots, slashes and dashes are one token each; so is any other character. */
const pieces = (text: string): Token[] =>
  [...text.matchAll(/[\p{L}\p{N}_$@][\p{L}\p{N}_$@./:-]*|\S/gu)].map((match) => ({ text: match[0], from: match.index }))

function between(text: string, tokens: readonly Token[], head: number, tail: number): string {
  const [first, last] = [tokens[head], tokens[tokens.length - 1 - tail]]
  const isEmpty = first === undefined || last === undefined || tokens.length - tail <= head
  return isEmpty ? '' : text.slice(first.from, last.from + last.text.length)
}

/** Values change with the task, names are chosen. */
const isReplaceable = (piece: string): boolean =>
  piece.length >= 2 &&
  piece.length <= MAX_LENGTH &&
  piece.split(/\s+/).length <= MAX_WORDS &&
  !piece.includes('\n') &&
  !VALUE.test(piece) &&
  !CONTROL.test(piece) &&
  /^[\p{L}_$@]/u.test(piece) &&
  /^[\p{L}\p{N}_$@./: -]+$/u.test(piece)

/** Numbers, versions, dates, hashes and constants of the language. */
const VALUE = /^[\dv]*\d[\d.:_-]*\w{0,4}$|^[0-9a-f]{7,}$|^(?:true|false|null|undefined|none|nil|yes|no|on|off)$/i

/** What a program does next changes with the task, too: `return None` in place of `pass`. */
const CONTROL =
  /(?:^|\s)(?:return|pass|break|continue|raise|throw|yield|await|if|elif|else|for|while|do|try|except|catch|finally|switch|case|goto|del|delete|assert|exit|panic)(?:\s|$)/

const flat = (piece: string): string => piece.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
