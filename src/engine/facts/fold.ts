import { type Fold, type FoldMap, folds } from '../../domain/folds.ts'
import type { Evidence, Folds } from '../../ports.ts'

/** The resolver of each fold; its scope is a session. */
export type FoldFacts = { readonly [N in keyof FoldMap]: (ask: { scope: string }) => Promise<FoldMap[N]> }

const PAGE = 500

/** Every fold is resolved alike: its snapshot, brought up to date with the events after it. */
export function foldFacts(evidence: Evidence, snapshots: Folds): FoldFacts {
  const names = Object.keys(folds) as (keyof FoldMap)[]
  const facts = names.map((name) => [name, ({ scope }: { scope: string }) => bring(name, scope, evidence, snapshots)])
  return Object.fromEntries(facts) as FoldFacts
}

async function bring<N extends keyof FoldMap>(
  name: N,
  session: string,
  evidence: Evidence,
  snapshots: Folds,
): Promise<FoldMap[N]> {
  const fold: Fold<FoldMap[N]> = folds[name]
  const snapshot = await snapshots.load(name, session)
  let state = (snapshot?.state as FoldMap[N] | undefined) ?? fold.initial
  let seq = snapshot?.seq ?? 0
  for (let more = true; more; ) {
    const page = await evidence.events({ session, names: fold.events, afterSeq: seq, limit: PAGE })
    state = page.reduce(fold.reduce, state)
    seq = page.at(-1)?.seq ?? seq
    more = page.length === PAGE
  }
  if (seq !== (snapshot?.seq ?? 0)) await snapshots.save(name, session, state, seq)
  return state
}
