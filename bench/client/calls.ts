import { join } from 'node:path'
import type { Turn } from '../../test/e2e/lab/mock-api.ts'
import { hindcastJson } from '../../test/e2e/lab/product.ts'
import { quantile } from '../retrieval/figures.ts'
import { type Arm, inTurns, runClient, settled, withHindcast, withNothing, withoutHooks } from './arms.ts'
import { over, type Round, type Row, say, taken } from './rows.ts'

/** Added to a call at most, in milliseconds, over the hook that does nothing, where nothing is due. */
const AT_MOST = 3
/** Arms that have queued work to do after a run. */
const HINDCASTS: ReadonlySet<string> = new Set(['hindcast', 'asked before', 'before'])
/** The first calls warm up and are not counted. */
const WARM_UP = 5

/**
 * A call lasts from the model's answer that requests it to the request that contains its result. Each call of a run reads a
 * different small file, so that Hindcast has nothing to add.
 */
export async function addedToCalls(calls: number, rounds: number, against?: string): Promise<Row[]> {
  const files = Object.fromEntries(Array.from({ length: calls }, (_, at) => [`notes/${at}.txt`, `note ${at}\n`]))
  const ours = await withHindcast('hindcast', files)
  const asked = await withHindcast('asked before', files, { asksBefore: true })
  const before = against === undefined ? [] : [await withHindcast('before', files, { dist: against })]
  const others = [withoutHooks('none', files), withNothing('nothing', files), withNothing("nothing'", files)]
  const arms = [...(await Promise.all(others)), ours, asked, ...before]
  try {
    const had = (await settled(ours)).counts.events
    const [means, medians] = await measured(arms, calls, rounds)
    await assertKept(ours, had, calls * rounds)
    return [...rowsOf('call, mean', means, AT_MOST), ...rowsOf('call, median', medians)]
  } finally {
    for (const { world } of arms) await world.close()
  }
}

async function measured(arms: readonly Arm[], calls: number, rounds: number): Promise<[Round[], Round[]]> {
  const means: Record<string, number>[] = Array.from({ length: rounds }, () => ({}))
  const medians: Record<string, number>[] = Array.from({ length: rounds }, () => ({}))
  await inTurns(rounds, arms, async (arm, round) => {
    const gaps = await gapsOf(arm, calls)
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    Object.assign(means[round] ?? {}, { [arm.name]: mean })
    Object.assign(medians[round] ?? {}, { [arm.name]: quantile(gaps, 0.5) })
    say(
      `calls, round ${round + 1} of ${rounds}: ${arm.name} ${mean.toFixed(2)} ms a call, median ${quantile(gaps, 0.5).toFixed(2)}`,
    )
    if (HINDCASTS.has(arm.name)) await settled(arm)
  })
  return [means, medians]
}

async function gapsOf(arm: Arm, calls: number): Promise<number[]> {
  const turns = Array.from({ length: calls }, (_, at): Turn => {
    return [{ type: 'tool_use', name: 'Read', input: { file_path: join(arm.world.project, 'notes', `${at}.txt`) } }]
  })
  const { main } = await runClient(arm, turns)
  if (main.length !== calls + 1) throw new Error(`${arm.name}: ${main.length} requests for ${calls} calls`)
  const gaps = main.slice(1).map(({ began }, at) => began - (main[at]?.ended ?? Number.NaN))
  return gaps.slice(Math.min(WARM_UP, calls - 1))
}

/** All calls must have been kept. */
async function assertKept(ours: Arm, before: number, expected: number): Promise<void> {
  const kept = (await settled(ours)).counts.events - before
  if (kept < expected) throw new Error(`only ${kept} events were kept of ${expected}`)
  const { entries } = await hindcastJson<{ entries: { event: string; outcome: string }[] }>(ours.world, 'why')
  const said = entries.filter(({ event, outcome }) => event.includes('ToolUse') && outcome === 'said').length
  say(`calls: ${kept} events kept; at calls of the last run something was said ${said} times`)
}

function rowsOf(name: string, rounds: readonly Round[], atMost?: number): Row[] {
  const row = (measure: string, values: readonly number[], bound?: number): Row => {
    return { measure: `${name}: ${measure}`, unit: 'ms', rounds: values, atMost: bound }
  }
  return [
    row('without hooks', taken(rounds, 'none')),
    row('a hook that does nothing adds', over(rounds, 'nothing', 'none')),
    row('A/A: the same hook again adds to it', over(rounds, "nothing'", 'nothing')),
    row('Hindcast adds to that hook', over(rounds, 'hindcast', 'nothing')),
    row('Hindcast, asked before and after, adds to that hook', over(rounds, 'asked before', 'nothing'), atMost),
    row('Hindcast adds to no hooks', over(rounds, 'hindcast', 'none')),
    ...(rounds.some((round) => 'before' in round)
      ? [row('this build over the other one', over(rounds, 'hindcast', 'before'))]
      : []),
  ]
}
