import { lineage } from './hierarchy.ts'
import { memberInto } from './members.ts'
import { patchedMember } from './patched.ts'
import type { CallInfo, Solver } from './solver.ts'

/** Calls the first of these methods that a value's class has. */
export function runMethod(solver: Solver, value: number, methods: readonly string[], info: CallInfo): void {
  const known = solver.known.at(value)
  if (known.kind !== 'instance' && known.kind !== 'object') return
  const reading = { file: solver.at(info.file), site: info.site, group: info.group }
  const name = methods.find((method) => hasMember(solver, value, method))
  const run = (method: string) => {
    const found = solver.named(`method|${value}|${method}`)
    memberInto(solver, value, method, found, reading)
    solver.each(found, (each) => solver.act.invoke(solver, each, info))
  }
  if (name !== undefined) run(name)
  else if (known.kind === 'instance')
    for (const each of lineage(solver, solver.at(known.file), known.index).classes)
      for (const method of methods) patchedMember(solver, each, method, () => run(method))
}

/** Whether a value's class, or an object, says that it has a member. */
export function hasMember(solver: Solver, value: number, name: string): boolean {
  const known = solver.known.at(value)
  if (known.kind === 'object')
    return solver.at(known.file).flows.objects[known.index]?.fields.some(([field]) => field === name) ?? false
  if (known.kind !== 'instance') return false
  return lineage(solver, solver.at(known.file), known.index).classes.some(
    ({ flow }) => flow.members[name] !== undefined,
  )
}
