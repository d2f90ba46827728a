import type { UseFigures } from '../../domain/memory/use.ts'
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

/** A time with its seconds, in the machine's own zone: `14:05:09`. */
export function clockTime(at: number): string {
  const date = new Date(at)
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => String(n).padStart(2, '0')).join(':')
}

/** A span of time in words: `480 ms`, `14 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return `${minutes} min`
  const [large, small, nouns] = minutes < 24 * 60 ? [60, 1, ['h', 'min']] : [24 * 60, 60, ['d', 'h']]
  const rest = Math.floor((minutes % large) / small)
  return `${Math.floor(minutes / large)} ${nouns[0]}${rest === 0 ? '' : ` ${rest} ${nouns[1]}`}`
}

/** Enough of a session's id to find it by. */
export const shortId = (session: string): string => session.slice(0, 8)

/** A path's last two names: enough to know it by. */
export const tail = (path: string): string => path.split('/').slice(-2).join('/')

/** What a title says after the name that stands beside it already: `npm test` of `Bash: npm test`. */
export const withoutName = (title: string, name: string): string =>
  title.startsWith(`${name}: `) ? title.slice(name.length + 2) : title

/** A size in words: `612 KB`, `17 MB`, `1.4 GB`. */
export function bytes(size: number): string {
  if (size < 1e6) return `${Math.ceil(size / 1e3)} KB`
  return size < 1e9 ? `${Math.round(size / 1e6)} MB` : `${(size / 1e9).toFixed(1)} GB`
}

const BAR = 24

/** A share (0–1) as a bar. */
export function bar(share: number): string {
  const filled = Math.round(share * BAR)
  return '█'.repeat(filled) + '░'.repeat(BAR - filled)
}

/** How often told records were used, beside those that were told to others or withheld; empty where none was told. */
export function useWords({
  told,
  used,
  compared,
  elsewhere,
  withheld,
  usedWithheld,
}: ReturnType<typeof useCounts>): string {
  if (told + withheld === 0) return ''
  const share = (part: number, of: number) => `${Math.round((100 * part) / of)} %`
  return [
    `${count(told, 'record')} told${told === 0 ? '' : `, ${share(used, told)} used`}`,
    ...(compared === 0 ? [] : [`${share(elsewhere, compared)} of ${compared} told elsewhere`]),
    ...(withheld === 0 ? [] : [`${share(usedWithheld, withheld)} of ${withheld} withheld`]),
  ].join(', ')
}

/** Figures added up. */
export function summedUse(all: readonly UseFigures[]): UseFigures {
  const sum = (of: (each: UseFigures) => number) => all.reduce((total, each) => total + of(each), 0)
  return {
    told: sum(({ told }) => told),
    used: sum(({ used }) => used),
    compared: sum(({ compared }) => compared),
    both: sum(({ both }) => both),
    ahead: sum(({ ahead }) => ahead),
    behind: sum(({ behind }) => behind),
    withheld: sum(({ withheld }) => withheld),
    usedWithheld: sum(({ usedWithheld }) => usedWithheld),
  }
}

/** Figures of use as documents give them: `elsewhere` is the base rate among the `compared`. */
export const useCounts = ({ told, used, compared, both, behind, withheld, usedWithheld }: UseFigures) => ({
  ...{ told, used, compared, elsewhere: both + behind, withheld, usedWithheld },
})
