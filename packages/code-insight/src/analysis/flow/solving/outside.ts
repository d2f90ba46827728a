import type { Loaded, Solver } from './solver.ts'

const LONGEST = 80

/** What a value from outside has, gives or holds is from outside, too, if its module hands out nothing but its own. */
export function ownPartInto(solver: Solver, name: string, { language }: Loaded, to: number): void {
  const [module = ''] = name.split('.')
  if (language.semantics.closedModules.has(module))
    solver.put(to, solver.value({ kind: 'outside', text: `${name.replace(/(?:\(\))+$/, '')}()`.slice(0, LONGEST) }))
}
