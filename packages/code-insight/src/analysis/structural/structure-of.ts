import { type Flows, NONE } from '../flow/flows.ts'
import type { CallsByName } from '../language.ts'
import { type Entity, lastName } from '../outline.ts'
import type { ModuleNode } from '../tree.ts'
import { StructureReader } from './structure-reader.ts'
import { NOTHING } from './terms.ts'

/** What calls are found by in a file of a language of tables. `entityOf`: the outline's index of each node that is an entity. */
export function structureOf(
  module: ModuleNode,
  entities: readonly Entity[],
  entityOf: ReadonlyMap<object, number>,
  text: string,
  rules: CallsByName,
): Flows {
  const reading = new StructureReader(entities, entityOf, text, rules)
  reading.body(module.body, { owner: NOTHING, locals: new Map(), self: undefined, around: undefined })
  const { given, bound, stars, extensions, stored, calls } = reading
  const { terms, sites, uses } = reading.table
  const isValue = ({ kind }: Entity) => kind === 'variable' || kind === 'field'
  const named = (isMeant: (entity: Entity) => boolean): readonly string[] => [
    ...new Set(entities.filter(isMeant).map(({ name }) => lastName(name))),
  ]
  const called = new Set(calls.map(({ name }) => name))
  called.delete('')
  return {
    names: {
      calls: [...called],
      defines: named((entity) => !isValue(entity)),
      extends: [...reading.extended],
      properties: [],
      fields: named(isValue),
    },
    variables: 0,
    operations: [],
    functions: [],
    classes: [],
    objects: [],
    imports: reading.modules,
    calls,
    sites,
    exports: {},
    stars: [],
    whole: NONE,
    uses,
    structure: {
      package: module.package ?? '',
      terms,
      given,
      bound,
      stars,
      extensions,
      stored,
      entities: Object.fromEntries(reading.entities),
    },
  }
}
