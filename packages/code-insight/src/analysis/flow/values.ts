import type { Expression, MemberNode } from '../tree.ts'
import type { Building, NameScope } from './building.ts'
import { callValue, isModuleExports, load, nameValue, superValue } from './calling.ts'
import { collectionValue, comprehensionValue, constantPlace, namedConstant, symbolKey } from './collections.ts'
import { NONE } from './flows.ts'
import { noteRead } from './overwriting.ts'
import { patternOf } from './patterns.ts'

/** The variable that holds what an expression gives; NONE if nothing can be known of it. */
export function evaluate(b: Building, e: Expression, scope: NameScope): number {
  switch (e.kind) {
    case 'name':
      return nameValue(b, e, scope, true)
    case 'member':
      return memberValue(b, e, scope, true)
    case 'subscript':
      return subscriptValue(b, e, scope)
    case 'self':
      return scope.frame.self
    case 'super':
      return superValue(b, scope, e)
    case 'call':
      return callValue(b, e, scope)
    case 'literal':
      return literalValue(b, e)
    case 'collection':
      return collectionValue(b, e, scope)
    case 'comprehension':
      return comprehensionValue(b, e, scope)
    case 'function':
      return b.visit.define(b, e, scope)
    case 'class':
      return b.visit.defineClass(b, e, scope)
    case 'imported':
      return b.holding(['module', b.module(e.module)])
    default:
      return compoundValue(b, e, scope)
  }
}

type Compound = Extract<
  Expression,
  { kind: 'assign' | 'choice' | 'operation' | 'await' | 'yield' | 'cast' | 'template' | 'other' }
>

function compoundValue(b: Building, e: Compound, scope: NameScope): number {
  switch (e.kind) {
    case 'assign':
      return assignedValue(b, e, scope)
    case 'choice':
      return choiceValue(b, e, scope)
    case 'operation':
      return operationValue(b, e, scope)
    case 'await': {
      const to = b.fresh()
      b.add(['await', to, evaluate(b, e.value, scope), b.site(e.start, scope.frame)])
      return to
    }
    case 'yield':
      return yieldValue(b, e, scope)
    case 'cast': {
      const from = evaluate(b, e.value, scope)
      const to = b.fresh()
      b.copy(to, from)
      b.visit.annotate(b, to, e.type, scope)
      return to
    }
    case 'template':
      for (const part of e.parts) run(b, evaluate(b, part, scope), 'template', [], part.start, scope)
      return composedValue(b, e) ?? b.holding(['outside', 'str'])
    case 'other':
      return otherValue(b, e, scope)
  }
}

function memberValue(b: Building, e: MemberNode, scope: NameScope, isUsed: boolean): number {
  if (isModuleExports(b, e, scope)) return b.free('exports')
  const object = evaluate(b, e.object, scope)
  const to = load(b, object, e.name, e.end - 1, scope)
  if (to !== NONE) noteRead(b, e, scope)
  if (isUsed) b.use(to, e.end - 1, scope.frame)
  return to
}

/** What a construct of the language runs on the receiver, and gives. */
export function run(
  b: Building,
  on: number,
  construct: string,
  args: readonly number[],
  at: number,
  scope: NameScope,
): number {
  if (on === NONE || b.semantics.implicit[construct] === undefined) return NONE
  const to = b.fresh()
  b.add(['run', to, on, construct, args, b.site(at, scope.frame)])
  return to
}

function subscriptValue(b: Building, e: Extract<Expression, { kind: 'subscript' }>, scope: NameScope): number {
  const object = evaluate(b, e.object, scope)
  const key = constantPlace(b, e.index)
  if (object === NONE) {
    if (e.index) evaluate(b, e.index, scope)
    return NONE
  }
  const to = b.fresh()
  const site = b.site(e.end - 1, scope.frame)
  const constant = namedConstant(b, e.index, scope)
  if (e.index === undefined) b.add(['slice', to, object, e.bounds ?? '?'])
  else if (key !== undefined) {
    b.add(['load', to, object, key, site])
    // A member of that name may be a builtin method; a key never is
    if (b.semantics.commonMethods.has(key)) b.add(['item', to, object, NONE, site, key])
  } else {
    const index = evaluate(b, e.index, scope)
    b.add(constant === undefined ? ['item', to, object, index, site] : ['item', to, object, index, site, constant])
  }
  noteRead(b, e, scope)
  const symbol = symbolKey(b, e.index, scope)
  if (symbol !== undefined) b.add(['load', to, object, symbol, site])
  b.copy(to, run(b, object, 'subscript', [], e.end - 1, scope))
  return to
}

function literalValue(b: Building, e: Extract<Expression, { kind: 'literal' }>): number {
  if (e.type === 'null') return NONE
  if (e.type !== 'string') return b.holding(['outside', e.type])
  const isName = e.value !== undefined && e.value.length <= 60 && /^[A-Za-z_$][\w$.:-]*$/.test(e.value)
  return b.holding(isName ? ['string', e.value ?? ''] : ['outside', 'str'])
}

function assignedValue(b: Building, e: Extract<Expression, { kind: 'assign' }>, scope: NameScope): number {
  if (e.value === undefined) return NONE
  const from = evaluate(b, e.value, scope)
  b.visit.assign(b, e.target, from, scope)
  return from
}

function choiceValue(b: Building, e: Extract<Expression, { kind: 'choice' }>, scope: NameScope): number {
  if (e.test) evaluate(b, e.test, scope)
  const to = b.fresh()
  for (const value of e.values) b.copy(to, evaluate(b, value, scope))
  return to
}

/** What is deleted is not read: no getter runs, and no method of a subscript but the one for that. */
function deleted(b: Building, e: Expression, scope: NameScope): void {
  if (e.kind === 'collection') for (const { value } of e.entries) deleted(b, value, scope)
  else if (e.kind === 'subscript') {
    const object = evaluate(b, e.object, scope)
    const index = e.index ? evaluate(b, e.index, scope) : NONE
    run(b, object, 'delete subscript', [index], e.end - 1, scope)
  } else if (e.kind === 'member') {
    const object = evaluate(b, e.object, scope)
    if (object === NONE) return
    const member = b.fresh()
    b.add(['load', member, object, e.name, NONE])
    b.use(member, e.end - 1, scope.frame)
    run(b, object, 'delete attribute', [], e.end - 1, scope)
  } else evaluate(b, e, scope)
}

function operationValue(b: Building, e: Extract<Expression, { kind: 'operation' }>, scope: NameScope): number {
  if (/^del(?:ete)?$/.test(e.operator)) {
    for (const operand of e.operands) deleted(b, operand, scope)
    return NONE
  }
  const operands = e.operands.map((operand) => evaluate(b, operand, scope))
  const [left = NONE, right = NONE] = operands
  const to = b.fresh()
  const put = (on: number, construct: string, args: readonly number[]) =>
    b.copy(to, run(b, on, construct, args, e.start, scope))
  if (operands.length === 1) put(left, `unary ${e.operator}`, [])
  else if (/^(?:not )?in$|^instanceof$/.test(e.operator)) put(right, e.operator.replace('not ', ''), [left])
  else {
    put(left, e.operator, [right])
    put(right, `reflected ${e.operator}`, [left])
    if ((e.operator === '+' || e.operator === '|') && b.semantics.implicit[e.operator] === undefined) {
      b.copy(to, left)
      b.copy(to, right)
    }
    b.copy(to, composedValue(b, e) ?? NONE)
    if (e.operator === '%' && e.operands[0]?.kind === 'literal') formatted(b, right, e.start, scope)
  }
  return to
}

/** `'%s %s' % (a, b)` */
function formatted(b: Building, values: number, at: number, scope: NameScope): void {
  if (values === NONE) return
  const each = b.fresh()
  b.add(['iterate', each, values, b.site(at, scope.frame)])
  for (const value of [values, each]) run(b, value, 'template', [], at, scope)
}

/** A text of which a part is known: it may name a member. */
function composedValue(b: Building, e: Expression): number | undefined {
  const pattern = patternOf(e, b.text)
  return pattern === undefined ? undefined : b.holding(['pattern', pattern])
}

function yieldValue(b: Building, e: Extract<Expression, { kind: 'yield' }>, scope: NameScope): number {
  const from = e.value ? evaluate(b, e.value, scope) : NONE
  const { yields } = scope.frame
  if (!e.all) b.copy(yields, from)
  else if (from !== NONE && yields !== NONE) {
    // Two that iterate over objects of one class are told apart by their variables
    const each = b.fresh()
    b.add(['iterate', each, from, b.site(e.start, scope.frame)])
    b.copy(yields, each)
  }
  return NONE
}

function otherValue(b: Building, e: Extract<Expression, { kind: 'other' }>, scope: NameScope): number {
  let last = NONE
  for (const part of e.parts) {
    if (isExpression(part)) last = evaluate(b, part, scope)
    else b.statement(part, scope)
  }
  return e.parts.length === 1 ? last : NONE
}

const EXPRESSIONS = new Set(
  'name member subscript self super call literal template collection comprehension choice operation await yield cast imported assign other'.split(
    ' ',
  ),
)

/** Whether a part of an `other` is evaluated for its value. */
const isExpression = (part: { readonly kind: string }): part is Expression =>
  EXPRESSIONS.has(part.kind) || ((part.kind === 'function' || part.kind === 'class') && !('name' in part && part.name))
