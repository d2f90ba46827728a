import type { Clean, CleanJson } from '@hindcast/redaction/clean.ts'
import { type Fold, type FoldMap, folds } from '../../domain/folds.ts'
import type { Evidence, Folds, Secrets } from '../../ports.ts'
import { clean } from '../perform/redact.ts'

/** The resolver of each fold, as of the event's time; `scope` is the id of a session or project, as the fold declares. */
export type FoldFacts = {
  readonly [N in keyof FoldMap]: (
    ask: { scope: string },
    asker: { readonly event: { readonly at: number } },
  ) => Promise<FoldMap[N]>
}

/** A fold's snapshot: its state, and the time of the latest event in it. */
type Folded = {
  readonly state: CleanJson
  readonly at: number
}

type Declared = { readonly [N in keyof FoldMap]: Fold<FoldMap[N]> }

interface Snapshot {
  readonly folded: Folded
  readonly seq: number
}

/** What folds are computed from, and where snapshots are kept. */
interface FoldPorts {
  readonly evidence: Pick<Evidence, 'events'>
  readonly folds: Folds
  readonly secrets: Secrets
}

const PAGE = 500
/** How many states are cached, which saves an answer a query. */
const REMEMBERED = 500

/** All folds are resolved alike: the snapshot, brought up to date with later events. */
export function foldFacts({ evidence, folds: snapshots, secrets }: FoldPorts, declared: Declared = folds): FoldFacts {
  const known = new Map<string, Snapshot & { readonly scope: Clean }>()
  const names = Object.keys(declared) as (keyof FoldMap)[]
  const facts = names.map((name) => {
    const bring = async ({ scope }: { scope: string }, { event }: { readonly event: { readonly at: number } }) => {
      const key = `${name} ${scope}`
      // What a project's state contains of a session may be forgotten while others go on
      const remembered = declared[name].scope === 'session' ? known.get(key) : undefined
      const kept = remembered?.scope ?? (await clean(scope, secrets))
      const before = remembered ?? snapshotOf(await snapshots.load(name, kept))
      const isLater = before !== undefined && before.folded.at > event.at
      const now = await broughtOn(
        declared[name] as Fold<unknown>,
        kept,
        isLater ? undefined : before,
        event.at,
        evidence,
      )
      // A state in the past will not be asked for again
      if (isLater || now.isPast) return now.folded.state
      if (now.seq !== (before?.seq ?? 0)) await snapshots.save(name, kept, now.folded, now.seq)
      if (known.size >= REMEMBERED) known.clear()
      known.set(key, { ...now, scope: kept })
      return now.folded.state
    }
    return [name, bring]
  })
  return Object.fromEntries(facts) as FoldFacts
}

/** `isPast`: later events were left out. */
async function broughtOn(
  fold: Fold<unknown>,
  scope: Clean,
  before: Snapshot | undefined,
  asOf: number,
  evidence: FoldPorts['evidence'],
): Promise<Snapshot & { readonly isPast: boolean }> {
  let { folded, seq } = before ?? { folded: { state: fold.initial, at: 0 }, seq: 0 }
  let isPast = false
  for (let more = true; more; ) {
    const page = await evidence.events({ [fold.scope]: scope, names: fold.events, afterSeq: seq, limit: PAGE })
    for (const event of page) {
      if (event.at > asOf) isPast = true
      else folded = { state: fold.reduce(folded.state, event), at: Math.max(folded.at, event.at) }
    }
    seq = page.at(-1)?.seq ?? seq
    more = page.length === PAGE
  }
  return { folded, seq, isPast }
}

function snapshotOf(kept: { readonly state: CleanJson; readonly seq: number } | undefined): Snapshot | undefined {
  const folded = kept?.state
  const isOne = typeof folded === 'object' && folded !== null && 'state' in folded && 'at' in folded
  return kept && isOne ? { folded: folded as Folded, seq: kept.seq } : undefined
}
