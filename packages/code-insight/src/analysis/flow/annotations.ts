import type { Expression } from '../tree.ts'
import type { Building, NameScope } from './building.ts'
import { type FlowObject, NONE } from './flows.ts'
import { evaluate } from './values.ts'

/** Lets a variable hold what an annotation says: instances of classes, functions, containers of such. */
export function annotate(b: Building, to: number, type: Expression, scope: NameScope): void {
  switch (type.kind) {
    case 'name':
    case 'member':
      instanceOf(b, to, type, scope)
      return
    case 'choice':
      for (const value of type.values) annotate(b, to, value, scope)
      return
    case 'operation':
      for (const value of type.operands) annotate(b, to, value, scope)
      return
    case 'subscript':
      generic(b, to, type, scope)
      return
    case 'class':
      return void b.add(['instance', to, b.visit.defineClass(b, type, scope)])
    case 'function':
      b.copy(to, b.visit.define(b, type, scope))
      return
    case 'collection':
      tuple(
        b,
        to,
        type.entries.map(({ value }) => value),
        scope,
      )
      return
    case 'other':
      if (type.parts.length === 1 && type.parts[0]) b.copy(to, evaluate(b, type.parts[0] as Expression, scope))
      return
    case 'self':
      b.copy(to, scope.frame.self)
      return
    default:
  }
}

/** Gives the variable of the class. */
function instanceOf(b: Building, to: number, type: Expression, scope: NameScope): number {
  const classes = evaluate(b, type, scope)
  if (classes !== NONE) b.add(['instance', to, classes])
  return classes
}

function generic(b: Building, to: number, type: Extract<Expression, { kind: 'subscript' }>, scope: NameScope): void {
  const { object, index } = type
  const name = object.kind === 'name' || object.kind === 'member' ? object.name : ''
  const args =
    index === undefined
      ? []
      : index.kind === 'collection' && index.type === 'tuple'
        ? index.entries.map(({ value }) => value)
        : [index]
  const { transparentTypes, classTypes } = b.semantics
  if (classTypes.has(name)) {
    for (const each of args) classValue(b, to, each, scope)
    return
  }
  if (transparentTypes.has(name)) {
    for (const each of args) annotate(b, to, each, scope)
    return
  }
  if (name === 'Callable') {
    callable(b, to, args.at(-1), scope)
    return
  }
  const classes = instanceOf(b, to, object, scope)
  if (/^tuple$/i.test(name)) {
    tuple(b, to, args, scope)
    return
  }
  const held = b.fresh()
  if (classes !== NONE) b.add(['generic', to, classes, held])
  else b.copy(to, held)
  container(b, held, /Map$/.test(name) && b.semantics.scoping === 'block', args, scope)
}

/** The class itself, of `type[Foo]`. */
function classValue(b: Building, to: number, type: Expression, scope: NameScope): void {
  if (type.kind === 'choice') for (const each of type.values) classValue(b, to, each, scope)
  else b.copy(to, evaluate(b, type, scope))
}

/** Elements of the last argument's type, under keys of the first's; a map that a loop sees as pairs is a list of them. */
function container(b: Building, to: number, isPairs: boolean, args: readonly Expression[], scope: NameScope): void {
  const vars = args.map((each) => {
    const held = b.fresh()
    annotate(b, held, each, scope)
    return held
  })
  const last = vars.at(-1)
  if (last === undefined) return
  if (isPairs) {
    const pair = made(b, { type: 'tuple', fields: vars.map((held, at) => [String(at), held]), items: [], keys: [] })
    b.copy(to, made(b, { type: 'list', fields: [], items: [pair], keys: [] }))
    return
  }
  b.copy(to, made(b, { type: args.length > 1 ? 'map' : 'list', fields: [], items: [last], keys: vars.slice(0, -1) }))
}

function tuple(b: Building, to: number, args: readonly Expression[], scope: NameScope): void {
  const fields = args.map((each, at): [string, number] => {
    const held = b.fresh()
    annotate(b, held, each, scope)
    return [String(at), held]
  })
  b.copy(to, made(b, { type: 'tuple', fields, items: [], keys: [] }))
}

const made = (b: Building, object: FlowObject): number => b.holding(['object', b.objects.push(object) - 1])

function callable(b: Building, to: number, returns: Expression | undefined, scope: NameScope): void {
  const result = b.fresh()
  if (returns) annotate(b, result, returns, scope)
  const index = b.functions.push({
    entity: -1,
    name: '',
    parameters: [],
    result,
    handsBack: [],
    makes: [],
    yields: NONE,
    self: NONE,
    class: -1,
    marks: ['bodiless'],
  })
  b.copy(to, b.holding(['function', index - 1]))
}
