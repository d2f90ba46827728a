// Formatted by hand: loading the browser's own formatters takes longer than the rest of the page
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A day as a heading: `Today`, `Yesterday`, `Friday, Jan 9, 2026`. */
export function dayOf(at: number, now = Date.now()): string {
  const day = new Date(at)
  const recent = recentDayOf(day, now)
  if (recent !== undefined) return `${recent.charAt(0).toUpperCase()}${recent.slice(1)}`
  return `${WEEKDAYS[day.getDay()]}, ${dateOf(day)}`
}

/** A day and a time: `today 14:05`, `yesterday 14:05`, `Jan 9, 2026, 14:05`. */
export function momentOf(at: number, now = Date.now()): string {
  const day = new Date(at)
  const recent = recentDayOf(day, now)
  return recent === undefined ? `${dateOf(day)}, ${clockOf(at)}` : `${recent} ${clockOf(at)}`
}

function recentDayOf(day: Date, now: number): 'today' | 'yesterday' | undefined {
  const [today, yesterday] = [new Date(now), new Date(now)]
  yesterday.setDate(today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'today'
  return day.toDateString() === yesterday.toDateString() ? 'yesterday' : undefined
}

const dateOf = (day: Date): string => `${MONTHS[day.getMonth()]} ${day.getDate()}, ${day.getFullYear()}`

/** `14:05`. */
export function clockOf(at: number): string {
  const day = new Date(at)
  return [day.getHours(), day.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':')
}

/** For `<time datetime>`. */
export const isoOf = (at: number): string => new Date(at).toISOString()

/** A duration: `14 s`, `3 min`, `2 h 5 min`, `3 days`. */
export function spanOf(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} days`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** A count with its noun: `1 session`, `1,200 sessions`. */
export const count = (n: number, noun: string, nouns = `${noun}s`): string =>
  `${groupedDigits(n)} ${n === 1 ? noun : nouns}`

/** A number with thousands separators. */
export const groupedDigits = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',')

/** A path's last two names, which are enough to recognise it. */
export const tailOf = (path: string): string => path.split('/').slice(-2).join('/')

/** A text on one line, without Markdown's marks, at most `most` characters long. */
export function oneLine(text: string, most = 160): string {
  const line = text
    .replace(/^\s*#{1,6} +/gm, '')
    .replace(/```\w*|`|\*\*/g, '')
    // Links, and the rule below a table's head
    .replace(/!?\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\|(?: *:?-+:? *\|)+/g, '')
    .replace(/\s+/g, ' ')
    // Headings of a text that was stored on one line
    .replace(/([:.!?…] )#{1,6} /g, '$1')
    .replace(/ #{2,6} /g, ' · ')
    .trim()
  if (line.length <= most) return line
  // Cut after a word, unless that is far before the limit
  return `${line
    .slice(0, most - 1)
    .replace(/(?<=\s)\S{0,20}$/, '')
    .trimEnd()}…`
}

/**
 * What a text is called: its first line of prose, which no table, rule or code is, without Markdown's marks. A line that ends
 * in a colon only introduces the next.
 */
export function headingOf(text: string): string {
  const outside = text.split(/^ *(?:```|~~~).*$/m).filter((_, at) => at % 2 === 0)
  const lines = outside.join('\n').split('\n').filter(isProse).slice(0, 2)
  const [first = '', next = ''] = lines.map((line) => line.replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, ''))
  return oneLine(first.trimEnd().endsWith(':') ? `${first}\n${next}` : first)
}

const isProse = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && !/^\s*\|/.test(line)

/** The beginning of a long text, cut after a paragraph where possible and else after a word; a short one is returned whole. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most)
  const paragraph = start.lastIndexOf('\n\n')
  return paragraph > most / 3 ? start.slice(0, paragraph) : `${start.replace(/\s+\S{0,40}$/, '')} …`
}

/** A table's size is its columns times its rows. */
const MAX_LENGTH = 16_000
const WIDE_TABLE = /(?:\|[^|\n]*){50}/
/**
 * The lexer's time grows with a paragraph's length times the marks in it, and a paragraph as long as MAX_LENGTH may hold
 * nothing else, which takes seconds. This much takes .1 s; text that people write needs a tenth of it.
 */
const MAX_WORK = 5_000_000
const MARKS = /[*_~`[!<]/g
const PARAGRAPH_END = /\n(?=\s*\n|[ \t]*(?:[-*+] |>|#))/

/** Whether the lexer draws a text in a moment. Text that is too long or too strange for it is shown as it is. */
export const isDrawable = (text: string): boolean =>
  text.length <= MAX_LENGTH &&
  !WIDE_TABLE.test(text) &&
  text.split(PARAGRAPH_END).every((part) => part.length * (part.match(MARKS)?.length ?? 0) <= MAX_WORK)
