import { NONE } from '../flows.ts'
import { lineage } from './hierarchy.ts'
import { invoke } from './invoking.ts'
import { runMethod } from './running.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** Runs what the classes of a file run where they are defined. */
export function defineClasses(solver: Solver, file: Loaded): void {
  file.flows.classes.forEach((_, index) => {
    subclassed(solver, file, index)
    named(solver, file, index)
  })
}

/** The hook of the class above. */
function subclassed(solver: Solver, file: Loaded, index: number): void {
  const above = lineage(solver, file, index).classes.slice(1)
  for (const name of file.language.semantics.implicit.subclass ?? []) {
    const owner = above.find(({ flow }) => flow.members[name] !== undefined)
    if (owner === undefined) continue
    const self = solver.value({ kind: 'class', file: file.number, index })
    solver.each(solver.node(owner.file, owner.flow.members[name] ?? NONE), (of) => {
      if (solver.known.at(of).kind !== 'function') return
      invoke(solver, solver.value({ kind: 'bound', of, self }), { ...infoOf(solver, file, index), group: `d${index}` })
    })
  }
}

/** Attributes are told which class they belong to. */
function named(solver: Solver, file: Loaded, index: number): void {
  const flow = file.flows.classes[index]
  const methods = file.language.semantics.implicit.named
  if (!flow || !methods) return
  const self = solver.value({ kind: 'class', file: file.number, index })
  const own = { node: solver.nodeOf('role', 'single', self, (node) => solver.put(node, self)), name: '', spread: '' }
  for (const [name, variable] of Object.entries(flow.members))
    solver.each(solver.node(file, variable), (value) => {
      if (solver.known.at(value).kind !== 'instance') return
      const info = { ...infoOf(solver, file, index), args: [own], group: `d${index}.${name}` }
      runMethod(solver, value, methods, info)
    })
}

function infoOf(solver: Solver, file: Loaded, index: number): CallInfo {
  const { site = NONE, keywords = [] } = file.flows.classes[index] ?? {}
  const args = keywords.map(([variable, name, spread]) => ({ node: solver.node(file, variable), name, spread }))
  return { file: file.number, site, group: '', args, result: 0, form: 'call' }
}
