/**
 * The number of an indexed text encodes its position: its session (a block of numbers), its lane within that, and its
 * order. So neighbours and texts from the same session are known without a lookup.
 */
const LANE = 2 ** 22
const BLOCK = 2 ** 24

/** The bits of a number that hold its lane: those of the lane's first number in block 0. */
export const LANE_BITS = BLOCK - LANE

/** A session's texts by kind: `said` by a person or the agent, `done` by tools, `made` from both. */
export type NumberLane = 'said' | 'done' | 'made'

const LANES: readonly NumberLane[] = ['said', 'done', 'made']
/** Events that contain an agent's own words. */
const SPOKEN: ReadonlySet<string> = new Set(['Stop', 'SubagentStop'])

/** The lane of a record; `type` is its document's type. */
export function laneOf(kind: string, type: string): NumberLane {
  if (kind === 'prompt') return 'said'
  if (kind === 'event') return SPOKEN.has(type) ? 'said' : 'done'
  return 'made'
}

/** The lane of a number. */
export const laneAt = (number: number): NumberLane => LANES[Math.floor((number % BLOCK) / LANE)] ?? 'done'

/** The block of a number; blocks count from 1. */
export const blockOf = (number: number): number => Math.floor(number / BLOCK)

/** The range of numbers of a lane in a block, end exclusive. */
export function numbersOf(block: number, lane: NumberLane): readonly [number, number] {
  const first = block * BLOCK + LANES.indexOf(lane) * LANE
  return [first, first + LANE]
}

/** Whether two numbers are in the same lane of the same session. */
export const isSameLane = (a: number, b: number): boolean => Math.floor(a / LANE) === Math.floor(b / LANE)

/** A range of numbers, end exclusive. */
export type NumberRange = readonly [from: number, to: number]

/** The index is read forwards only, so ranges are kept short: the newest texts are at the end. */
const MAX_BLOCKS = 128

/** Groups blocks, last to first, into ranges of adjacent ones. */
export function rangesOf(blocks: readonly number[]): NumberRange[] {
  const ranges: [number, number][] = []
  for (const block of blocks) {
    const last = ranges.at(-1)
    if (last !== undefined && last[0] === block + 1 && last[1] - block <= MAX_BLOCKS) last[0] = block
    else ranges.push([block, block + 1])
  }
  return ranges.map(([from, to]) => [from * BLOCK, to * BLOCK])
}
