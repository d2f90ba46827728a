import type { Lesson } from '../nouns/lesson.ts'
import { type Domain, type Experience, STRATEGIES, type Strategy } from './experience.ts'
import { insightsLike, type Listener } from './past.ts'
import { type Recurrence, recurringLike } from './recurring.ts'
import { similar } from './similar.ts'

/** How an approach ended in work like this. */
export interface StrategyRecord {
  readonly strategy: Strategy
  readonly confirmed: number
  readonly falsified: number
}

/** What went wrong in earlier, similar work, along four axes; each experience appears under only one of them. */
export interface Premortem {
  /** How many experiences it draws on. */
  readonly experiences: number
  readonly failures: readonly Experience[]
  readonly recurring: readonly Recurrence[]
  readonly strategies: readonly StrategyRecord[]
  readonly surprises: readonly Experience[]
  readonly rootCauses: readonly Experience[]
  readonly insights: readonly Lesson[]
}

/** What a premortem is about. */
export interface PremortemQuery {
  readonly text: string
  readonly domain?: Domain | undefined
  readonly strategy?: Strategy | undefined
}

/** So many of each. */
const MOST = 5
const NOBODY: Listener = { session: '', told: new Set() }

/** The premortem for a piece of work. Pure; `experiences` come newest first. */
export function premortemOf(
  experiences: readonly Experience[],
  lessons: readonly Lesson[],
  query: PremortemQuery,
): Premortem {
  const fits = experiences.filter(
    ({ domain, strategy, isProvisional }) =>
      isProvisional || ((query.domain ?? domain) === domain && (query.strategy ?? strategy) === strategy),
  )
  const beliefs = fits.filter(({ isProvisional }) => !isProvisional)
  const like = similar(beliefs, query).map(({ experience }) => experience)
  // Whoever names a kind of work wants to know of all of it
  const all = query.domain || query.strategy ? [...new Set([...like, ...beliefs])] : like
  const used = new Set<Experience>()
  const chosen = (some: readonly Experience[]) => {
    const next = some.filter((one) => one.status === 'falsified' && !used.has(one)).slice(0, MOST)
    for (const one of next) used.add(one)
    return next
  }
  const along = (axis: 'surprise' | 'root-cause') =>
    chosen(similar(beliefs, query, axis).map(({ experience }) => experience))
  const [failures, surprises, rootCauses] = [chosen(all), along('surprise'), along('root-cause')]
  const recurring = query.strategy ? [] : recurringLike(fits, query, NOBODY).slice(0, MOST)
  const strategies = strategiesOf(all)
  const ended = all.filter(({ status }) => status === 'confirmed' || status === 'falsified')
  return {
    experiences: new Set([...ended, ...used, ...recurring.map(({ cure }) => cure)]).size,
    failures,
    recurring,
    strategies,
    surprises,
    rootCauses,
    insights: insightsLike(lessons, query, NOBODY).slice(0, MOST),
  }
}

const strategiesOf = (experiences: readonly Experience[]): readonly StrategyRecord[] =>
  STRATEGIES.map((strategy) => {
    const own = experiences.filter((one) => one.strategy === strategy)
    const ended = (status: Experience['status']) => own.filter((one) => one.status === status).length
    return { strategy, confirmed: ended('confirmed'), falsified: ended('falsified') }
  })
    .filter(({ confirmed, falsified }) => confirmed + falsified > 0)
    .sort((a, b) => b.confirmed + b.falsified - (a.confirmed + a.falsified))
