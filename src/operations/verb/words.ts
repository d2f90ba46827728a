/** A time as people read it, in the machine's own zone: `2026-11-21 14:05`. */
export function moment(at: number): string {
  const date = new Date(at)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** A count with its noun: `1 session`, `2 sessions`. */
export const count = (n: number, noun: string, nouns = `${noun}s`): string =>
  `${n.toLocaleString('en')} ${n === 1 ? noun : nouns}`
