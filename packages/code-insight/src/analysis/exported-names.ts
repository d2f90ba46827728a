import { type Flows, NONE } from './flow/flows.ts'

/** A name that a file exports; `*` is what takes the place of the module itself, or all that a module exports. */
export interface ExportedName {
  readonly name: string
  /** The index of the entity that it stands for, if the file defines that. */
  readonly entity?: number | undefined
  /** What it passes on, if the file imports that: a name of a module as written, `*` for the module itself. */
  readonly of?: { readonly module: string; readonly name: string } | undefined
}

/** What each exported name of a file stands for, as far as plain assignments, imports and exports tell. */
export function exportedNames(flows: Flows): readonly ExportedName[] {
  const sources = new Sources(flows)
  const named = Object.entries(flows.exports).flatMap(([name, variable]) => sources.of(name, variable))
  const stars = flows.stars.map(
    (star): ExportedName => ({ name: '*', of: { module: flows.imports[star] ?? '', name: '*' } }),
  )
  return [...named, ...stars, ...(flows.whole === NONE ? [] : sources.of('*', flows.whole))]
}

/** Nobody passes a name on through more variables than this. */
const MOST_STEPS = 8

class Sources {
  readonly #flows: Flows
  /** By variable, what it receives. */
  readonly #into = new Map<number, Flows['operations'][number][]>()

  constructor(flows: Flows) {
    this.#flows = flows
    for (const operation of flows.operations) {
      const [kind, to] = operation
      if (kind !== 'copy' && kind !== 'value' && kind !== 'import' && kind !== 'load') continue
      const known = this.#into.get(to)
      if (known) known.push(operation)
      else this.#into.set(to, [operation])
    }
  }

  /** What a variable stands for, under a name; members of a written object under their own. */
  of(name: string, variable: number, steps = 0): readonly ExportedName[] {
    if (steps > MOST_STEPS) return []
    return (this.#into.get(variable) ?? []).flatMap((operation) => this.#from(name, operation, steps))
  }

  #from(name: string, operation: Flows['operations'][number], steps: number): readonly ExportedName[] {
    const { imports, functions, classes, objects } = this.#flows
    switch (operation[0]) {
      case 'copy':
        return this.of(name, operation[2], steps + 1)
      case 'import':
        return [{ name, of: { module: imports[operation[2]] ?? '', name: operation[3] } }]
      case 'load': {
        // A member of an imported module
        const whole = this.of('', operation[2], steps + 1).filter(({ of }) => of?.name === '*')
        return whole.flatMap(({ of }) => (of ? [{ name, of: { module: of.module, name: operation[3] } }] : []))
      }
      case 'value': {
        const [kind, index] = operation[2]
        if (kind === 'module') return [{ name, of: { module: imports[index as number] ?? '', name: '*' } }]
        if (kind === 'function' || kind === 'weak') return [{ name, entity: functions[index as number]?.entity }]
        if (kind === 'class') return [{ name, entity: classes[index as number]?.entity }]
        if (kind !== 'object' || name !== '*') return []
        return (objects[index as number]?.fields ?? []).flatMap(([field, each]) => this.of(field, each, steps + 1))
      }
      default:
        return []
    }
  }
}
