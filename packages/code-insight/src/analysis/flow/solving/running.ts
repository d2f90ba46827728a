import { lineage, metaclasses } from './hierarchy.ts'
import { lineMember, memberInto } from './members.ts'
import { patchedMember } from './patched.ts'
import type { CallInfo, MemberRead, Solver } from './solver.ts'

/** Calls the first of these methods that a value's class has. */
export function runMethod(solver: Solver, value: number, methods: readonly string[], info: CallInfo): void {
  const known = solver.known.at(value)
  if (known.kind !== 'instance' && known.kind !== 'object' && known.kind !== 'class') return
  const reading = { file: solver.at(info.file), site: info.site, group: info.group }
  const name = methods.find((method) => hasMember(solver, value, method))
  const run = (method: string) => {
    const found = solver.named(`method|${value}|${method}`)
    if (known.kind === 'class') ofMetaclass(solver, value, method, found, reading)
    else memberInto(solver, value, method, found, reading)
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
  if (known.kind === 'class') {
    const line = lineage(solver, solver.at(known.file), known.index)
    return metaclasses(solver, line).some(({ flow }) => flow.members[name] !== undefined)
  }
  if (known.kind !== 'instance') return false
  return lineage(solver, solver.at(known.file), known.index).classes.some(
    ({ flow }) => flow.members[name] !== undefined,
  )
}

/** A method that a class runs itself, of its metaclass: the class is the receiver. */
function ofMetaclass(solver: Solver, value: number, name: string, to: number, reading: MemberRead): void {
  const known = solver.known.at(value)
  if (known.kind !== 'class' || !solver.once(`meta|${value}|${name}`)) return
  const line = lineage(solver, solver.at(known.file), known.index)
  lineMember(solver, metaclasses(solver, line), value, name, to, reading)
}
