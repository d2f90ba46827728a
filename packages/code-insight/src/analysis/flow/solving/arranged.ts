import type { FlowOperation, Flows } from '../flows.ts'

/** A file's constraints by what they are looked up by. Kept as long as the file's flows are. */
export interface Arranged {
  /** The constraints that a variable receives from: those at `order[starts[variable]]` up to the next one's start. */
  readonly starts: Int32Array
  readonly order: Int32Array
  /** By the member's name. */
  readonly stores: ReadonlyMap<string, readonly FlowOperation[]>
  /** What puts elements into containers. */
  readonly puts: readonly FlowOperation[]
}

const known = new WeakMap<Flows, Arranged>()

/** The constraints of these flows, arranged. */
export function arrangedFlows(flows: Flows): Arranged {
  const before = known.get(flows)
  if (before) return before
  const made = arrange(flows)
  known.set(flows, made)
  return made
}

/** A counting sort: two numbers for each constraint take far less memory than a list for each variable. */
function arrange({ operations, variables }: Flows): Arranged {
  const starts = new Int32Array(variables + 1)
  const stores = new Map<string, FlowOperation[]>()
  const puts: FlowOperation[] = []
  for (const operation of operations) {
    if (operation[0] === 'put') puts.push(operation)
    else if (operation[0] === 'store') stores.set(operation[2], [...(stores.get(operation[2]) ?? []), operation])
    else add(starts, operation[1] + 1)
  }
  for (let at = 1; at < starts.length; at++) add(starts, at, starts[at - 1])
  const order = new Int32Array(starts[variables] ?? 0)
  const next = starts.slice()
  for (const [at, operation] of operations.entries()) {
    if (operation[0] === 'put' || operation[0] === 'store') continue
    order[next[operation[1]] ?? 0] = at
    add(next, operation[1])
  }
  return { starts, order, stores, puts }
}

const add = (numbers: Int32Array, at: number, by = 1): void => {
  numbers[at] = (numbers[at] ?? 0) + by
}

/** The constraints that a variable receives from. */
export function receiving(flows: Flows, variable: number): readonly FlowOperation[] {
  const { starts, order } = arrangedFlows(flows)
  const own: FlowOperation[] = []
  for (let at = starts[variable] ?? 0, end = starts[variable + 1] ?? 0; at < end; at++)
    own.push(flows.operations[order[at] as number] as FlowOperation)
  return own
}
