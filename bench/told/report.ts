import type { AnyRecord } from '../../src/domain/nouns/records.ts'
import { percent, quantile, seeded, shareOf, table } from '../retrieval/figures.ts'
import type { Account, Telling } from './account.ts'
import { type Activity, type Rest, rareWords, restOf, type Use, useOf } from './use.ts'

/** A record told at a moment, whether the session used it, and whether other sessions that were not told it would have seemed to. */
interface ToldRecord {
  readonly project: string
  readonly telling: Telling
  readonly id: string
  readonly use: Use
  readonly elsewhere: readonly Use[]
}

/** A project's account, with each told record judged. */
export interface Judged {
  readonly project: string
  readonly account: Account
  readonly told: readonly ToldRecord[]
}

/** In how many other sessions each told record is looked for. */
const OTHERS = 3

/** Judges every told record by what its session did next, and by what other sessions did after a like moment. */
export function judge(project: string, account: Account): Judged {
  const { tellings, records, activities } = account
  const rare = rareWords(records)
  const rests = new Map<string, Rest>()
  const rest = (session: string, at: number) => {
    const known = rests.get(`${session} ${at}`) ?? restOf(activities.get(session) ?? [], at)
    rests.set(`${session} ${at}`, known)
    return known
  }
  const random = seeded(17)
  const told = tellings.flatMap((telling) =>
    telling.ids.flatMap((id) => {
      const record = records.get(id)
      if (record === undefined) return []
      const used = (session: string, at: number) => useOf(record, rare.get(id) ?? new Set(), rest(session, at))
      const moments = likeMoments(telling, record, activities, random)
      const elsewhere = moments.map(([session, at]) => used(session, at))
      return [{ project, telling, id, use: used(telling.session, telling.at), elsewhere }]
    }),
  )
  return { project, account, told }
}

/** Moments at which the record could have been told to other sessions: there was one of the same event, and it was known. */
function likeMoments(
  { session, event }: Telling,
  { record }: AnyRecord,
  activities: ReadonlyMap<string, Activity>,
  random: () => number,
): (readonly [string, number])[] {
  const all = [...activities].flatMap(([other, activity]) => {
    const isOther = other !== session && !('session' in record && record.session === other)
    const moments = isOther ? activity.filter((deed) => deed.event === event && deed.at > record.at) : []
    const moment = moments[Math.floor(random() * moments.length)]
    return moment === undefined ? [] : [[other, moment.at] as const]
  })
  return Array.from({ length: Math.min(OTHERS, all.length) }, () => {
    const [one] = all.splice(Math.floor(random() * all.length), 1)
    return one as readonly [string, number]
  })
}

const isUsed = ({ opened, touched, taken }: Use): boolean => opened || touched || taken

/** By behaviour: what was said and what was used, beside the same records in sessions that were not told them. */
export function behaviourTable(judged: readonly Judged[]): string {
  const tellings = judged.flatMap(({ account }) => account.tellings)
  const told = judged.flatMap((each) => each.told)
  const names = [...new Set(tellings.map(({ behaviour }) => behaviour))].sort()
  const rows = names.map((name) => {
    const [said, records] = [
      tellings.filter(({ behaviour }) => behaviour === name),
      told.filter(({ telling }) => telling.behaviour === name),
    ]
    const [uses, elsewhere] = [records.map(({ use }) => use), records.flatMap((each) => each.elsewhere)]
    const lines = said.reduce((sum, each) => sum + each.lines.length, 0)
    const tokens = said.map((each) => each.tokens)
    return [
      ...[name, String(said.length), String(lines), String(records.length)],
      ...[usedShare(uses, isUsed), usedShare(elsewhere, isUsed)],
      ...[usedShare(uses, ({ touched }) => touched), usedShare(elsewhere, ({ touched }) => touched)],
      ...[usedShare(uses, ({ taken }) => taken), usedShare(elsewhere, ({ taken }) => taken)],
      ...[String(tokens.reduce((sum, each) => sum + each, 0)), String(quantile(tokens, 0.5))],
    ]
  })
  return table(
    'behaviour,said,lines,records,used %,elsewhere,file,elsewhere,words,elsewhere,tokens,median'.split(','),
    rows,
  )
}

const usedShare = (uses: readonly Use[], is: (use: Use) => boolean): string =>
  uses.length === 0 ? '-' : percent(shareOf(uses.filter(is).length, uses.length))

/** How often and how much is said: at prompts, at starts, and before the first edit. */
export function figuresTable(judged: readonly Judged[]): string {
  const columns = judged.length > 1 ? [...judged.map((one) => [one]), judged] : [judged]
  const values = columns.map(figuresOf)
  const titles = columns.map((of) => (of.length === 1 ? (of[0]?.project ?? '') : 'all'))
  const rows = Object.keys(values[0] ?? {}).map((what) => [what, ...values.map((each) => each[what] ?? '')])
  return table(['', ...titles], rows)
}

function figuresOf(judged: readonly Judged[]): Record<string, string> {
  const accounts = judged.map(({ account }) => account)
  const atStarts = judged.flatMap(({ told }) => told.filter(isAmongFirst))
  const prompts = accounts.flatMap((each) => each.prompts)
  const starts = accounts.flatMap((each) => each.starts)
  const edits = accounts.flatMap((each) => each.edits)
  const known = edits.filter(({ isKnown }) => isKnown)
  const speaking = prompts.filter(({ told }) => told.length > 0)
  const spread = (list: readonly number[]) => `${quantile(list, 0.5)} / ${quantile(list, 0.9)}`
  const share = (hits: number, n: number) => `${percent(shareOf(hits, n))} of ${n}`
  return {
    'prompts by a person: recall spoke': share(speaking.length, prompts.length),
    'records told at one of them, mean': (
      speaking.reduce((sum, { told }) => sum + told.length, 0) / Math.max(1, speaking.length)
    ).toFixed(1),
    'starts: tokens, median / p90': spread(starts.map(({ tokens }) => tokens)),
    'starts: lines, median / p90': spread(starts.map(({ lines }) => lines)),
    'first ten records of an index: file touched': touchedShare(atStarts.map(({ use }) => use)),
    '… and in sessions not told': touchedShare(atStarts.flatMap(({ elsewhere }) => elsewhere)),
    'file edited first was named before': share(edits.filter(({ isNamed }) => isNamed).length, edits.length),
    '… where an earlier session had touched it': share(known.filter(({ isNamed }) => isNamed).length, known.length),
    'files named by then, median / p90': spread(edits.map(({ named }) => named)),
  }
}

const isAmongFirst = ({ telling: { event, behaviour, ids }, id }: ToldRecord): boolean =>
  event === 'SessionStart' && behaviour === 'session-index' && ids.indexOf(id) < 10

const touchedShare = (uses: readonly Use[]): string =>
  `${percent(shareOf(uses.filter(({ touched }) => touched).length, uses.length))} of ${uses.length}`
