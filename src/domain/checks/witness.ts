import { pattern } from '@hindcast/text/late.ts'
import type { Command } from '../classification.ts'

/** Exit statuses of a command that was stopped before it was done: by `timeout`, or by a signal to end. */
export const isStopped = (exit: number | undefined): boolean => exit === 124 || exit === 130 || exit === 143

/**
 * The exit status of a command as the line itself prints it: `; echo "exit: $?"`, `&& echo ok || echo failed`. 0 or 1
 * where it only says whether the command succeeded; undefined if it says nothing, or if the command may not have run.
 */
export function witnessedExit(line: string, { source }: Command, text: string): number | undefined {
  if (source === undefined || MAY_NOT_RUN.test(line.slice(0, source.from))) return undefined
  const after = line.slice(source.to).replace(REDIRECTED, '')
  return printedStatus(line, after, text) ?? printedWord(after, text)
}

/** Loops and conditions, `a ||` and `!` before the command. */
const MAY_NOT_RUN =
  /(?:^|[;\n&|({]|\b(?:do|then|else))\s*(?:for|while|until|if|elif|case|function)\s|(?:\|\||!)[^;\n]*$/
const REDIRECTED = /^(?:\s*(?:[\d&]?>>?(?:\s*&\d|\s*[^\s;&|]+)|<\s*[^\s;&|]+))*/

/** A word, in double quotes or bare, that `echo` prints. */
const ECHOED = String.raw`echo(?:\s+-[neE]+)*\s+(?:"([^"\n]*)"|'([^'\n]*)'|([^;\n|&"'<>]*))`
const STATUS = String.raw`\$(?:\?|\{\?\}|\{?(?:PIPESTATUS\[0\]|pipestatus\[1\])\}?)`
const THEN_STATUS = pattern(String.raw`^((?:\s*\|&?[^;\n|&]*)*)\s*[;\n]\s*(?:(\w+)=(${STATUS})\s*[;\n]\s*)?${ECHOED}`)
const HOLDS_STATUS = pattern(STATUS)

/** `; echo "exit: $?"`: behind a pipe only if it is the status of the pipe's first command. */
function printedStatus(line: string, after: string, text: string): number | undefined {
  const [whole = '', pipe = '', name, value, quoted, , bare] = THEN_STATUS().exec(after) ?? []
  const said = (quoted ?? bare ?? '').trim()
  const variable = name === undefined ? HOLDS_STATUS() : new RegExp(String.raw`\$\{?${name}\b\}?`)
  const found = variable.exec(said)
  if (found === null) return undefined
  const isFirst = /pipestatus/i.test(value ?? found[0])
  if (pipe.trim() !== '' && !isFirst && !/\bpipefail\b/.test(line)) return undefined
  const [left, right] = [said.slice(0, found.index), said.slice(found.index + found[0].length)]
  const isBare = left === '' && right === ''
  if (isBare && after.slice(whole.length).trim() !== '') return undefined
  const lines = isBare ? (text.trimEnd().split('\n').at(-1) ?? '') : text
  return lastNumber(lines, new RegExp(String.raw`^\s*${literal(left)}(\d{1,3})${literal(right)}\s*$`, 'gm'))
}

/** Text as a pattern; other variables in it may be anything. */
const literal = (text: string): string =>
  text.replace(/[.*+?^()|[\]\\]/g, String.raw`\$&`).replace(/\$\{?\w+\}?|\$/g, String.raw`[^\n]{0,80}`)

function lastNumber(text: string, pattern: RegExp): number | undefined {
  const found = [...text.matchAll(pattern)].at(-1)?.[1]
  return found === undefined ? undefined : Number(found)
}

const THEN_WORD = pattern(String.raw`^\s*(?:&&\s*${ECHOED}\s*)?(?:\|\|\s*(?:\{\s*|\(\s*)?${ECHOED}\s*(?:[;\n})]|$))?`)

/** `&& echo ok || echo failed`, or one of the two. */
function printedWord(after: string, text: string): number | undefined {
  const [, a, b, c, x, y, z] = THEN_WORD().exec(after) ?? []
  const [good, bad] = [trimmedWord(a ?? b ?? c), trimmedWord(x ?? y ?? z)]
  if (good === undefined && bad === undefined) return undefined
  if ([good, bad].some((word) => word !== undefined && (word === '' || /[$`\\]/.test(word)))) return undefined
  const printed = (word: string | undefined) =>
    word !== undefined && text.split('\n').some((line) => line.trim() === word)
  if (printed(bad)) return 1
  if (printed(good)) return 0
  return bad === undefined ? 1 : good === undefined ? 0 : undefined
}

const trimmedWord = (word: string | undefined): string | undefined => word?.trim()
