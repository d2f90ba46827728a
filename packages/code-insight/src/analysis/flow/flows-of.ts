import type { Language } from '../language.ts'
import type { ModuleNode } from '../tree.ts'
import { annotate } from './annotations.ts'
import { assign } from './assigning.ts'
import { Building, type Frame, type NameScope } from './building.ts'
import { assignedNames, declaredNames, sharedNames } from './declared.ts'
import { define, defineClass } from './definitions.ts'
import { type FlowFunction, type FlowObject, type Flows, NONE } from './flows.ts'
import { bodyFlows } from './statements.ts'
import { evaluate } from './values.ts'

const visit = { value: evaluate, assign, body: bodyFlows, define, defineClass, annotate }

/** The flows of a file. `entityOf`: the outline's index of each function and class that is an entity. */
export function flowsOf(
  module: ModuleNode,
  entityOf: ReadonlyMap<object, number>,
  text: string,
  language: Language,
): Flows {
  const { scoping, exportsAll } = language.semantics
  const b = new Building({
    language,
    text,
    entityOf,
    visit,
    shared: sharedNames(module, scoping),
    constants: textsOf(module),
  })
  const scope: NameScope = { kind: 'module', parent: undefined, names: new Map(), frame: moduleFrame(b) }
  const names = scoping === 'function' ? assignedNames(module.body) : declaredNames(module.body, true)
  for (const name of names) scope.names.set(name, b.fresh())
  bodyFlows(b, module.body, scope)
  const { operations, functions, classes, objects, calls, sites, imports, stars, whole, uses, variables } = b
  return {
    names: { calls: calledNames(b), defines: [...b.defined], extends: [...b.bases], ...memberNames(b) },
    variables,
    operations,
    functions,
    classes,
    objects,
    calls,
    sites,
    imports,
    stars,
    whole,
    uses,
    listed: module.listed,
    exports: exportsAll ? { ...b.exports, ...Object.fromEntries(scope.names) } : b.exports,
  }
}

const moduleFrame = (b: Building): Frame => ({
  owner: -1,
  self: NONE,
  class: -1,
  result: b.fresh(),
  yields: NONE,
  isDead: false,
  parameters: new Map(),
  handsBack: new Set(),
  versions: new Map(),
  made: new Map(),
  classes: new Map(),
  makes: [],
})

/** By its name, the text of each constant at the top level. */
const textsOf = ({ body }: ModuleNode): ReadonlyMap<string, string> =>
  new Map(
    body.flatMap((each): [string, string][] => {
      if (each.kind !== 'assign' || each.declares !== 'const' || each.target.kind !== 'name') return []
      const { value } = each
      return value?.kind === 'literal' && value.type === 'string' && value.value
        ? [[each.target.name, value.value]]
        : []
    }),
  )

const calledNames = ({ calls }: Building): readonly string[] => [
  ...new Set(calls.map(({ name }) => name).filter((name) => name !== '')),
]

/** Objects with more keys are tables. */
const MOST_KEYS = 32

/** The names of properties, and of members that hold a value. */
function memberNames(b: Building) {
  const { classes, objects, defined, semantics } = b
  const properties = b.functions.filter(({ marks, class: of }) => of !== NONE && marks.includes('getter'))
  const declared = classes.flatMap(({ fields, members }) => [...fields.map(([name]) => name), ...Object.keys(members)])
  const isPlain = ({ type, fields }: FlowObject) =>
    type === 'map' && !semantics.explicitSelf && fields.length <= MOST_KEYS
  const keys = objects.filter(isPlain).flatMap(({ fields }) => fields.map(([name]) => name))
  const values = declared.filter((name) => !defined.has(name))
  return {
    properties: [...new Set(properties.map(({ name }) => name))],
    fields: [...new Set([...storedNames(b, properties), ...keys, ...values])],
  }
}

/** What receivers are given by their own methods; a class with a property of that name has a setter for it. */
function storedNames({ operations, functions }: Building, properties: readonly FlowFunction[]): readonly string[] {
  const setters = new Set(properties.map(({ name, class: of }) => `${of} ${name}`))
  const owners = new Map(functions.flatMap(({ self, class: of }) => (self === NONE ? [] : [[self, of] as const])))
  for (const operation of operations)
    if (operation[0] === 'value' && operation[2][0] === 'self') owners.set(operation[1], operation[2][1])
  return operations.flatMap((operation) => {
    if (operation[0] !== 'store' || !owners.has(operation[1])) return []
    return setters.has(`${owners.get(operation[1])} ${operation[2]}`) ? [] : [operation[2]]
  })
}
