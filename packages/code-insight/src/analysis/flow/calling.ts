import type { CallNode, Expression, NameNode } from '../tree.ts'
import { type Building, lookup, type NameScope } from './building.ts'
import { constantKey, namedConstant } from './collections.ts'
import { type FlowArgument, NONE } from './flows.ts'

/** The variable of a name. */
export function nameValue(b: Building, { name, start }: NameNode, scope: NameScope, isUsed: boolean): number {
  const found = lookup(name, scope) ?? b.free(name)
  if (isUsed) b.use(found, start, scope.frame)
  return found
}

/** `module.exports`, where nothing else is called `module`. */
export const isModuleExports = (b: Building, e: Expression, scope: NameScope): boolean =>
  b.semantics.scoping === 'block' &&
  e.kind === 'member' &&
  e.name === 'exports' &&
  e.object.kind === 'name' &&
  e.object.name === 'module' &&
  lookup('module', scope) === undefined

/** A member of what a variable holds. */
export function load(b: Building, object: number, name: string, at: number, scope: NameScope): number {
  if (object === NONE) return NONE
  const to = b.fresh()
  b.add(['load', to, object, name, b.site(at, scope.frame)])
  const { parameters, classes } = scope.frame
  const parameter = parameters.get(object)
  if (name === b.semantics.classMember && parameter !== undefined) classes.set(to, parameter)
  return to
}

/** The members above the class around. */
export function superValue(b: Building, scope: NameScope, e?: Extract<Expression, { kind: 'super' }>): number {
  const { class: index, self } = scope.frame
  const of = e?.of ? b.visit.value(b, e.of, scope) : NONE
  const receiver = e?.receiver ? b.visit.value(b, e.receiver, scope) : self
  if (index < 0 && of === NONE) return NONE
  const to = b.fresh()
  const isOwn = e?.of === undefined || (e.of.kind === 'name' && e.of.name === b.classes[index]?.name)
  b.add(isOwn || of === NONE ? ['super', to, index, self] : ['super', to, index, receiver, of])
  return to
}

const TEXT = 60

/** A call: its callee, arguments and result. */
export function callValue(b: Building, e: CallNode, scope: NameScope): number {
  const { callee } = e
  const object =
    callee.kind === 'member' && !isModuleExports(b, callee, scope) ? b.visit.value(b, callee.object, scope) : NONE
  const target = calleeOf(b, callee, object, scope)
  const args = e.args.map(({ value, name, spread }): FlowArgument => {
    const constant = constantKey(value) ?? namedConstant(b, value, scope)
    const given = [b.visit.value(b, value, scope), name ?? '', spread ?? ''] as const
    return constant === undefined ? given : [...given, constant]
  })
  const name = callee.kind === 'member' || callee.kind === 'name' ? callee.name : ''
  const text = b.text
    .slice(callee.start, Math.min(callee.end, callee.start + 4 * TEXT))
    .replace(/\s+/g, ' ')
    .slice(0, TEXT)
  const to = call(b, { form: e.form, callee: target, object, name, args, text }, callee.end - 1, scope)
  noteMade(b, e, target, args, to, scope)
  return to
}

/** What a function makes of a parameter, or of the class of one, is of the class that each call gives it. */
function noteMade(
  b: Building,
  { callee, form }: CallNode,
  target: number,
  args: readonly FlowArgument[],
  to: number,
  { frame }: NameScope,
): void {
  if (form !== (b.semantics.callsClasses ? 'call' : 'new')) return
  const [own, ofClass] = [frame.parameters.get(target), frame.classes.get(target)]
  if (own !== undefined) frame.made.set(to, [own, false])
  else if (ofClass !== undefined) frame.made.set(to, [ofClass, true])
  const of = frame.parameters.get(args[0]?.[0] ?? NONE)
  if (callee.kind === 'name' && callee.name === 'type' && args.length === 1 && of !== undefined)
    frame.classes.set(to, of)
}

function calleeOf(b: Building, callee: Expression, object: number, scope: NameScope): number {
  if (callee.kind === 'member' && object !== NONE) return load(b, object, callee.name, callee.end - 1, scope)
  if (callee.kind === 'name') return nameValue(b, callee, scope, false)
  if (callee.kind === 'super' && b.semantics.scoping === 'block')
    return load(b, superValue(b, scope), b.semantics.constructor, callee.end - 1, scope)
  return b.visit.value(b, callee, scope)
}

/** Adds a call, and gives the variable of its result. */
export function call(
  b: Building,
  parts: Omit<Building['calls'][number], 'site'>,
  at: number,
  scope: NameScope,
): number {
  const to = b.fresh()
  const index = b.calls.push({ ...parts, site: b.site(at, scope.frame) }) - 1
  b.add(['call', to, index])
  return to
}
