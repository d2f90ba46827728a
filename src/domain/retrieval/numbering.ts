/**
 * A searched text's number says where it stands: which session (a block of numbers), which lane of it, and after what.
 * So what is beside a text, and what is of one session, is known without looking anything up.
 */
const LANE = 2 ** 22
const BLOCK = 2 ** 24

/** The bits of a number that say its lane: those of the lane's first number in block 0. */
export const LANE_BITS = BLOCK - LANE

/** What is of one sort in a session: `said` by a person or the agent, `done` by tools, `made` of both. */
export type NumberLane = 'said' | 'done' | 'made'

const LANES: readonly NumberLane[] = ['said', 'done', 'made']
/** Events that are an agent's own words. */
const SPOKEN: ReadonlySet<string> = new Set(['Stop', 'SubagentStop'])

/** The lane of a record; `type` is that of its document. */
export function laneOf(kind: string, type: string): NumberLane {
  if (kind === 'prompt') return 'said'
  if (kind === 'event') return SPOKEN.has(type) ? 'said' : 'done'
  return 'made'
}

/** The lane that a number is in. */
export const laneAt = (number: number): NumberLane => LANES[Math.floor((number % BLOCK) / LANE)] ?? 'done'

/** The block that a number is in; blocks count from 1. */
export const blockOf = (number: number): number => Math.floor(number / BLOCK)

/** The numbers of a lane in a block: the first, and the first that no longer is. */
export function numbersOf(block: number, lane: NumberLane): readonly [number, number] {
  const first = block * BLOCK + LANES.indexOf(lane) * LANE
  return [first, first + LANE]
}

/** Whether two numbers stand in the same lane of the same session. */
export const isSameLane = (a: number, b: number): boolean => Math.floor(a / LANE) === Math.floor(b / LANE)

/** Numbers from the first to the one that is no longer in it. */
export type NumberRange = readonly [from: number, to: number]

/** The index is read forwards only, so a range is kept short: the newest texts stand at its end. */
const MAX_BLOCKS = 128

/** Blocks, from the last to the first, as the ranges of those that stand side by side. */
export function rangesOf(blocks: readonly number[]): NumberRange[] {
  const ranges: [number, number][] = []
  for (const block of blocks) {
    const last = ranges.at(-1)
    if (last !== undefined && last[0] === block + 1 && last[1] - block <= MAX_BLOCKS) last[0] = block
    else ranges.push([block, block + 1])
  }
  return ranges.map(([from, to]) => [from * BLOCK, to * BLOCK])
}
