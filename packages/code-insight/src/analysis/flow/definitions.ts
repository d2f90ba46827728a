import type { AssignNode, ClassNode, Expression, FunctionNode, Parameter } from '../tree.ts'
import { type Building, type Frame, lookup, type NameScope } from './building.ts'
import { call } from './calling.ts'
import { assignedNames, boundNames, changedNames, declaredNames } from './declared.ts'
import { type Redefining, redefining } from './decorating.ts'
import { type FlowArgument, type FlowFunction, type FlowParameter, NONE } from './flows.ts'
import { evaluate } from './values.ts'

const METHODS = new Set(['getter', 'setter', 'static', 'classmethod'])

/** Builds a function's flows; gives the variable of its value, as its decorators leave it. */
export function define(b: Building, node: FunctionNode, scope: NameScope, ofClass = -1): number {
  const index = b.functions.push(EMPTY) - 1
  if (node.name !== undefined) b.defined.add(node.name)
  const isArrow = node.marks.includes('arrow')
  const hasSelf = !isArrow && !b.semantics.explicitSelf
  const parameters = new Map<number, number>()
  const frame: Frame = {
    owner: b.entityOf.get(node) ?? scope.frame.owner,
    self: hasSelf ? b.fresh() : scope.frame.self,
    class: ofClass >= 0 ? ofClass : scope.frame.class,
    result: b.fresh(),
    yields: node.marks.includes('generator') ? b.fresh() : NONE,
    parameters,
    handsBack: new Set(),
    made: new Map(),
    classes: new Map(),
    makes: [],
    versions: new Map(),
    isDead: false,
  }
  const inner: NameScope = { kind: 'function', parent: ownScope(b, node, index, scope), names: new Map(), frame }
  const changed = changedNames([node.body])
  const flow = node.parameters.map((parameter, at) => parameterOf(b, parameter, at, inner, changed))
  for (const name of ownNames(b, node)) if (!inner.names.has(name)) inner.names.set(name, b.fresh())
  receiver(b, node, ofClass, frame, flow)
  if (node.returns) b.visit.annotate(b, frame.result, node.returns, scope)
  b.visit.body(b, node.body, inner)
  b.functions[index] = {
    entity: b.entityOf.get(node) ?? -1,
    name: node.name ?? '',
    parameters: flow,
    result: frame.result,
    handsBack: [...frame.handsBack],
    makes: frame.makes,
    yields: frame.yields,
    self: hasSelf ? frame.self : NONE,
    class: ofClass,
    marks: node.marks,
  }
  return decorated(b, index, node, scope, ofClass)
}

/** A function expression's own name is known in it alone. */
function ownScope(b: Building, { name, marks }: FunctionNode, index: number, scope: NameScope): NameScope {
  if (name === undefined || !marks.includes('expression')) return scope
  return { kind: 'block', parent: scope, names: new Map([[name, b.holding(['function', index])]]), frame: scope.frame }
}

const EMPTY: FlowFunction = Object.freeze({
  entity: -1,
  name: '',
  parameters: [],
  result: NONE,
  handsBack: [],
  makes: [],
  yields: NONE,
  self: NONE,
  class: -1,
  marks: [],
})

const ownNames = (b: Building, { body }: FunctionNode): ReadonlySet<string> =>
  b.semantics.scoping === 'function' ? assignedNames(body) : declaredNames(body, true)

/** A parameter that the body assigns has a variable for what it was given, and one for all that it ever holds. */
function parameterOf(
  b: Building,
  parameter: Parameter,
  at: number,
  scope: NameScope,
  changed: ReadonlySet<string>,
): FlowParameter {
  const { target, form, type, fallback } = parameter
  const given = b.fresh()
  const { frame, parent = scope } = scope
  ;(frame.parameters as Map<number, number>).set(given, at)
  if (type) b.visit.annotate(b, given, type, parent)
  if (fallback) b.copy(given, evaluate(b, fallback, b.semantics.explicitSelf ? parent : scope))
  const name = target.kind === 'name' ? target.name : ''
  if (target.kind !== 'name') bindPattern(b, target, given, scope)
  else if (!changed.has(name)) scope.names.set(name, given)
  else {
    const all = b.fresh()
    scope.names.set(name, all)
    b.copy(all, given)
    if (!b.shared.has(name)) frame.versions.set(all, given)
  }
  if (parameter.isField && frame.self !== NONE)
    b.add(['store', frame.self, name, given, b.site(parameter.start, frame)])
  return [given, name, form === 'positional' ? 'normal' : form]
}

/** Lets a value flow into a pattern, the names of which are this scope's own, whatever is called so around it. */
export function bindPattern(b: Building, pattern: Expression, from: number, scope: NameScope): void {
  for (const name of boundNames(pattern)) scope.names.set(name, pattern.kind === 'name' ? from : b.fresh())
  if (pattern.kind !== 'name') b.visit.assign(b, pattern, from, scope)
}

/** The receiver of a method is an instance of its class, or of one below. */
function receiver(
  b: Building,
  { marks }: FunctionNode,
  ofClass: number,
  frame: Frame,
  flow: readonly FlowParameter[],
): void {
  if (ofClass < 0) return
  const isOfClass = marks.includes('classmethod') || (marks.includes('static') && !b.semantics.explicitSelf)
  const variable = b.semantics.explicitSelf ? (marks.includes('static') ? NONE : (flow[0]?.[0] ?? NONE)) : frame.self
  if (variable === NONE) return
  b.add(['value', variable, isOfClass ? ['own class', ofClass] : ['self', ofClass]])
  if (b.semantics.explicitSelf) (frame as { self: number }).self = variable
}

/** What the name of a definition stands for once its decorators were applied. */
function decorated(b: Building, index: number, node: FunctionNode, scope: NameScope, ofClass: number): number {
  const isMethodKind = node.marks.some((mark) => METHODS.has(mark))
  const applied = node.decorators.filter((each) => !(isMethodKind && isBuiltinDecorator(each, scope)))
  const raw = b.holding(['function', index])
  if (applied.length === 0) return raw
  const to = applyDecorators(b, raw, applied, scope, redefining(b, node, scope, ofClass))
  b.add(['value', to, ['weak', index]])
  return to
}

const isBuiltinDecorator = (e: Expression, scope: NameScope): boolean =>
  e.kind === 'name'
    ? lookup(e.name, scope) === undefined
    : e.kind === 'member' && /^(?:setter|getter|deleter|cached_property)$/.test(e.name)

function applyDecorators(
  b: Building,
  raw: number,
  decorators: readonly Expression[],
  scope: NameScope,
  member?: Redefining,
): number {
  let current = raw
  for (const decorator of [...decorators].reverse()) {
    const callee = evaluate(b, decorator, scope)
    const name = decorator.kind === 'name' || decorator.kind === 'member' ? decorator.name : ''
    const text = b.text.slice(decorator.start, decorator.end).slice(0, 60)
    const { args = [], after } = member?.(current) ?? {}
    const parts = {
      form: 'decorator' as const,
      callee,
      object: NONE,
      name,
      args: [[current, '', ''] as const, ...args],
      text,
    }
    const result = call(b, parts, decorator.kind === 'call' ? decorator.callee.end - 1 : decorator.end - 1, scope)
    current = after?.(result) ?? result
  }
  const to = b.fresh()
  b.copy(to, current)
  return to
}

/** Builds a class's flows; gives the variable of the class. */
export function defineClass(b: Building, node: ClassNode, scope: NameScope): number {
  const bases = [...node.bases, ...node.implemented].map((base) => baseValue(b, base, scope))
  let meta = NONE
  const keywords: FlowArgument[] = []
  for (const { value, name = '', spread = '' } of node.keywords) {
    const held = evaluate(b, value, scope)
    if (value === node.meta) meta = held
    else keywords.push([held, name, spread])
  }
  const site = b.site(node.at, scope.frame)
  const head = { name: node.name ?? '', form: node.form, bases, meta, site, keywords }
  const index = b.classes.push({ ...head, entity: -1, members: {}, fields: [] }) - 1
  const { members, fields } =
    b.semantics.scoping === 'function' ? bodyOfNames(b, node, index, scope) : bodyOfMembers(b, node, index, scope)
  const entity = b.entityOf.get(node) ?? -1
  b.classes[index] = { ...head, entity, members, fields }
  const raw = b.holding(['class', index])
  if (node.decorators.length === 0) return raw
  const to = applyDecorators(b, raw, node.decorators, scope)
  b.copy(to, raw)
  return to
}

function baseValue(b: Building, base: Expression, scope: NameScope): number {
  const named = base.kind === 'subscript' ? base.object : base
  if (named.kind === 'name' || named.kind === 'member') b.bases.add(named.name)
  return evaluate(b, named, scope)
}

/** A class whose body is a scope of names. */
function bodyOfNames(b: Building, node: ClassNode, index: number, scope: NameScope) {
  const inner: NameScope = { kind: 'class', parent: scope, names: new Map(), frame: scope.frame }
  for (const name of assignedNames(node.body)) inner.names.set(name, b.fresh())
  const fields: [string, number][] = []
  for (const statement of node.body) {
    if (statement.kind === 'function' && statement.name !== undefined) {
      const variable = inner.names.get(statement.name) ?? b.fresh()
      b.copy(variable, b.visit.define(b, statement, inner, index))
      scope.frame.versions.delete(variable)
    } else b.visit.body(b, [statement], inner)
    if (statement.kind !== 'assign' || statement.target.kind !== 'name' || !statement.type) continue
    const variable = inner.names.get(statement.target.name)
    if (variable !== undefined) fields.push([statement.target.name, variable])
  }
  return { members: Object.fromEntries(inner.names), fields }
}

/** A class whose body is a list of members. */
function bodyOfMembers(b: Building, node: ClassNode, index: number, scope: NameScope) {
  const members: Record<string, number> = Object.create(null)
  const fields: [string, number][] = []
  const self = b.holding(['self', index])
  const frame: Frame = { ...scope.frame, self, class: index, versions: new Map() }
  const inner: NameScope = { kind: 'block', parent: scope, names: new Map(), frame }
  if (node.form === 'namespace') return namespaceBody(b, node, inner)
  if (node.name !== undefined && (node.isValue || lookup(node.name, scope, false) === undefined))
    inner.names.set(node.name, b.holding(['class', index]))
  for (const statement of node.body) {
    if (statement.kind === 'function' && statement.name !== undefined) {
      if (isOverload(statement, node)) continue
      const variable = members[statement.name] ?? b.fresh()
      members[statement.name] = variable
      b.copy(variable, b.visit.define(b, statement, inner, index))
      const text = b.constants.get(/^\[(\w+)\]$/.exec(statement.name)?.[1] ?? '')
      if (text !== undefined) members[text] = variable
    } else if (statement.kind === 'assign' && statement.target.kind === 'name') {
      const variable = field(b, statement, inner)
      if (statement.declares === 'static') members[statement.target.name] = variable
      else fields.push([statement.target.name, variable])
    } else b.visit.body(b, [statement], inner)
  }
  return { members, fields }
}

function namespaceBody(b: Building, node: ClassNode, inner: NameScope) {
  const scope: NameScope = { ...inner, kind: 'module' }
  for (const name of declaredNames(node.body, true)) scope.names.set(name, b.fresh())
  b.visit.body(b, node.body, scope)
  return { members: Object.fromEntries(scope.names), fields: [] }
}

/** A declaration without a body, beside the implementation. */
export const isOverload = (
  node: FunctionNode,
  among: { readonly body: readonly { readonly kind: string }[] },
): boolean =>
  node.marks.includes('bodiless') &&
  among.body.some((each) => {
    const other = each as FunctionNode
    return other.kind === 'function' && other.name === node.name && !other.marks.includes('bodiless')
  })

function field(b: Building, node: AssignNode, scope: NameScope): number {
  const variable = b.fresh()
  if (node.type) b.visit.annotate(b, variable, node.type, scope)
  if (node.value) b.copy(variable, evaluate(b, node.value, scope))
  return variable
}
