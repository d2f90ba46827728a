import { NONE } from '../flows.ts'
import { type Lineage, lineage } from './hierarchy.ts'
import type { CallInfo, Loaded, Solver } from './solver.ts'

/** Whether a class lists its instances. */
export const isEnum = ({ classes, outside }: Lineage): boolean =>
  classes.some(({ flow }) => flow.form === 'enum') || outside.some((base) => /Enum$|Flag$/.test(base))

/** Lets the members of an enum flow into a node: its instances, made of the values that the class gives them. */
export function enumMemberInto(solver: Solver, file: Loaded, index: number, to: number): void {
  const value = solver.value({ kind: 'instance', file: file.number, index, isDeclared: false, isBelow: false })
  solver.put(to, value)
  const name = file.language.semantics.constructor
  const { classes } = lineage(solver, file, index)
  const owner = classes.find(({ flow }) => flow.members[name] !== undefined)
  if (!owner || !file.language.semantics.explicitSelf || !solver.once(`enum|${value}`)) return
  for (const [member, variable] of Object.entries(file.flows.classes[index]?.members ?? {}))
    solver.each(solver.node(file, variable), (given) => {
      const known = solver.known.at(given)
      if (known.kind === 'function' || known.kind === 'class') return
      const isTuple = known.kind === 'object' && solver.at(known.file).flows.objects[known.index]?.type === 'tuple'
      const node = solver.nodeOf('role', 'single', given, (single) => solver.put(single, given))
      const args = [{ node, name: '', spread: isTuple ? 'list' : '' }]
      const info: CallInfo = {
        file: file.number,
        site: NONE,
        group: `e${index}${member}`,
        args,
        result: 0,
        form: 'call',
      }
      solver.each(solver.node(owner.file, owner.flow.members[name] ?? NONE), (method) =>
        solver.act.invoke(solver, solver.value({ kind: 'bound', of: method, self: value }), info),
      )
    })
}

/** The values that an enum gives its members: what each has as its `value`. */
export function enumValuesInto(solver: Solver, file: Loaded, index: number, to: number): void {
  for (const variable of Object.values(file.flows.classes[index]?.members ?? {}))
    solver.each(solver.node(file, variable), (value) => {
      if (solver.known.at(value).kind !== 'function') solver.put(to, value)
    })
}
