import { NONE, type Op } from '../flows.ts'
import { receiving } from './arranged.ts'
import type { Loaded, Solver } from './solver.ts'

/** Lets what a member holds flow on, without the functions that are only stored in it later. */
export function earlierInto(solver: Solver, file: Loaded, [, , from, later]: Op<'earlier'>, to: number): void {
  const functions = functionsIn(file, later)
  solver.each(solver.node(file, from), (value) => {
    const known = solver.known.at(value)
    const of = known.kind === 'bound' ? known.of : value
    const member = solver.known.at(of)
    if (member.kind === 'function' && member.file === file.number && functions.has(member.index)) return
    // A prototype's own method is known, whatever overrides it
    const self = known.kind === 'bound' ? solver.known.at(known.self) : known
    solver.put(to, self.kind === 'instance' && self.isBelow && member.kind === 'function' ? of : value)
  })
}

const DEEPEST = 4

/** The functions that are written where a variable gets its value. */
function functionsIn(file: Loaded, variable: number, depth = 0): ReadonlySet<number> {
  const found = new Set<number>()
  if (variable === NONE || depth > DEEPEST) return found
  for (const operation of receiving(file.flows, variable)) {
    if (operation[0] === 'value' && operation[2][0] === 'function') found.add(operation[2][1])
    if (operation[0] === 'copy') for (const each of functionsIn(file, operation[2], depth + 1)) found.add(each)
  }
  return found
}
