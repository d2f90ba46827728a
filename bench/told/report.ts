import { judgeUse } from '../../src/domain/memory/use.ts'
import type { AnyRecord } from '../../src/domain/nouns/records.ts'
import type { UseKind } from '../../src/domain/nouns/telling.ts'
import { percent, quantile, seeded, shareOf, table } from '../retrieval/figures.ts'
import type { Account, Utterance } from './account.ts'

/** How a session used a record, if it did. */
type Use = UseKind | undefined

/** A record shown at some moment, how its session used it, and how other sessions that were not shown it would have seemed to. */
interface ToldRecord {
  readonly utterance: Utterance
  readonly id: string
  readonly use: Use
  readonly elsewhere: readonly Use[]
}

/** A project's account, with a judgement of each record that was shown. */
export interface Judged {
  readonly project: string
  readonly account: Account
  readonly told: readonly ToldRecord[]
}

/** The number of other sessions in which each record is looked for. */
const OTHERS = 3

/** A session, and a time (epoch milliseconds). */
type Moment = readonly [session: string, at: number]

/** A record as if a session had been shown it at some moment. */
interface Supposed {
  readonly id: string
  readonly moment: Moment
}

/** Judges every record that was shown by what its session did next, and by what other sessions did after a similar moment. */
export function judge(project: string, account: Account): Judged {
  const random = seeded(17)
  const told = account.utterances.flatMap((utterance) =>
    utterance.ids.flatMap((id) => {
      const record = account.records.get(id)
      if (record === undefined) return []
      const others = likeMoments(utterance, record, account.events, random)
      const [own, ...elsewhere] = [[utterance.session, utterance.at] as const, ...others].map((moment) => ({
        id,
        moment,
      }))
      return [{ utterance, id, own: own as Supposed, elsewhere }]
    }),
  )
  const uses = usesOf(
    told.flatMap(({ own, elsewhere }) => [own, ...elsewhere]),
    account,
  )
  const judged = told.map(({ utterance, id, own, elsewhere }) => ({
    ...{ utterance, id },
    use: uses.get(own),
    elsewhere: elsewhere.map((each) => uses.get(each)),
  }))
  return { project, account, told: judged }
}

/** How sessions used what they were, or might have been, shown, by the product's own rules. */
function usesOf(supposed: readonly Supposed[], { records, events }: Account): ReadonlyMap<Supposed, Use> {
  const all = [...records.values()]
  const known = all.flatMap((one) => (one.kind === 'observation' ? [one.record] : []))
  const prompts = all.flatMap((one) => (one.kind === 'prompt' ? [one.record] : []))
  const uses = new Map<Supposed, Use>()
  for (const session of events.keys()) {
    const own = supposed.filter(({ moment }) => moment[0] === session)
    const tellings = own.map(({ id: record, moment: [, at] }, nth) => ({
      ...{ id: String(nth), session, at, record },
      ...{ project: '', behaviour: '', withheld: false },
    }))
    const evidence = {
      ...{ tellings, known, isCut: false, events: events.get(session) ?? [] },
      records: own.flatMap(({ id }) => records.get(id) ?? []),
      prompts: prompts.filter((prompt) => prompt.session === session).sort((a, b) => a.at - b.at),
    }
    for (const { id, used } of judgeUse(evidence)) uses.set(own[Number(id)] as Supposed, used)
  }
  return uses
}

/** Moments at which the record could have been shown to other sessions: the same event occurred, and the record existed. */
function likeMoments(
  { session, event }: Utterance,
  { record }: AnyRecord,
  events: Account['events'],
  random: () => number,
): Moment[] {
  const all = [...events].flatMap(([other, own]): Moment[] => {
    const isOther = other !== session && record.session !== other
    const moments = isOther ? own.filter(({ name, at }) => name === event && at > record.at) : []
    const moment = moments[Math.floor(random() * moments.length)]
    return moment === undefined ? [] : [[other, moment.at]]
  })
  return Array.from({ length: Math.min(OTHERS, all.length) }, () => {
    const [one] = all.splice(Math.floor(random() * all.length), 1)
    return one as Moment
  })
}

const isUsed = (use: Use): boolean => use !== undefined

/** By behaviour: what was shown and what was used, compared with the same records in sessions that were not shown them. */
export function behaviourTable(judged: readonly Judged[]): string {
  const utterances = judged.flatMap(({ account }) => account.utterances)
  const told = judged.flatMap((each) => each.told)
  const names = [...new Set(utterances.map(({ behaviour }) => behaviour))].sort()
  const rows = names.map((name) => {
    const said = utterances.filter(({ behaviour }) => behaviour === name)
    const records = told.filter(({ utterance }) => utterance.behaviour === name)
    const [uses, elsewhere] = [records.map(({ use }) => use), records.flatMap((each) => each.elsewhere)]
    const lines = said.reduce((sum, each) => sum + each.lines.length, 0)
    const tokens = said.map((each) => each.tokens)
    const columns = [isUsed, (use: Use) => use === 'file', (use: Use) => use === 'words']
    return [
      ...[name, String(said.length), String(lines), String(records.length)],
      ...columns.flatMap((is) => [usedShare(uses, is), usedShare(elsewhere, is)]),
      ...[String(tokens.reduce((sum, each) => sum + each, 0)), String(quantile(tokens, 0.5))],
    ]
  })
  return table(
    'behaviour,said,lines,records,used %,elsewhere,by file,elsewhere,by words,elsewhere,tokens,median'.split(','),
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

const isAmongFirst = ({ utterance: { event, behaviour, ids }, id }: ToldRecord): boolean =>
  event === 'SessionStart' && behaviour === 'session-index' && ids.indexOf(id) < 10

const touchedShare = (uses: readonly Use[]): string =>
  `${percent(shareOf(uses.filter((use) => use === 'file').length, uses.length))} of ${uses.length}`
