// By hand: the browser's own formatters cost more at the start than the rest of the page
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

/** A day as people call it: `Today`, `Yesterday`, `Thursday 15 January 2026`. */
export function dayOf(at: number, now = Date.now()): string {
  const [day, today, before] = [new Date(at), new Date(now), new Date(now)]
  before.setDate(today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'Today'
  if (day.toDateString() === before.toDateString()) return 'Yesterday'
  return `${WEEKDAYS[day.getDay()]} ${day.getDate()} ${MONTHS[day.getMonth()]} ${day.getFullYear()}`
}

/** `15 Jan 2026, 14:05`. */
export function momentOf(at: number): string {
  const day = new Date(at)
  return `${day.getDate()} ${MONTHS[day.getMonth()]?.slice(0, 3)} ${day.getFullYear()}, ${clockOf(at)}`
}

/** `14:05`. */
export function clockOf(at: number): string {
  const day = new Date(at)
  return [day.getHours(), day.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':')
}

/** For `<time datetime>`. */
export const isoOf = (at: number): string => new Date(at).toISOString()

/** A span in words: `14 s`, `3 min`, `2 h 5 min`, `3 d`. */
export function spanOf(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return `${Math.floor(hours / 24)} d`
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
}

/** A count with its noun: `1 session`, `2 sessions`. */
export const count = (n: number, noun: string, nouns = `${noun}s`): string =>
  `${String(n).replace(/\B(?=(\d{3})+$)/g, ',')} ${n === 1 ? noun : nouns}`

/** A path's last two names: enough to know it by. */
export const tailOf = (path: string): string => path.split('/').slice(-2).join('/')
