import type { Body, Expression, LoopNode, StatementNode, SwitchNode } from '../tree.ts'
import { type Building, functionScope, lookup, type NameScope } from './building.ts'
import { changedNames, declaredNames } from './declared.ts'
import { bindPattern } from './definitions.ts'
import { NONE } from './flows.ts'
import { matchInto } from './matching.ts'
import { evaluate, run } from './values.ts'

/** A block of its own, where blocks have names. */
export function blockFlows(b: Building, body: Body, scope: NameScope): void {
  if (b.semantics.scoping === 'function') {
    b.visit.body(b, body, scope)
    return
  }
  const inner: NameScope = { kind: 'block', parent: scope, names: new Map(), frame: scope.frame }
  for (const name of declaredNames(body, false)) inner.names.set(name, b.fresh())
  b.visit.body(b, body, inner)
}

type Control = Extract<StatementNode, { kind: 'if' | 'loop' | 'try' | 'with' | 'switch' | 'outer' | 'block' | 'other' }>

/** Statements that have bodies, and those that change what names mean. */
export function controlFlows(b: Building, s: Control, scope: NameScope): void {
  switch (s.kind) {
    case 'if':
      ifFlows(b, s, scope)
      return
    case 'loop':
      loopFlows(b, s, scope)
      return
    case 'try':
      tryFlows(b, s, scope)
      return
    case 'with':
      withFlows(b, s, scope)
      return
    case 'switch':
      switchFlows(b, s, scope)
      return
    case 'outer':
      outerFlows(b, s, scope)
      return
    case 'block':
      blockFlows(b, s.body, scope)
      return
    case 'other':
      return void evaluate(b, s, scope)
  }
}

/** Builds each branch from the same start, and then goes on with what any of them left. */
function branches(b: Building, scope: NameScope, each: readonly (() => void)[]): void {
  const { frame } = scope
  const before = frame.versions
  const wasDead = frame.isDead
  const ends: Map<number, number>[] = []
  for (const branch of each) {
    frame.versions = new Map(before)
    frame.isDead = wasDead
    branch()
    if (!frame.isDead) ends.push(frame.versions)
  }
  frame.isDead = ends.length === 0
  frame.versions = merged(b, ends, before)
}

function merged(b: Building, ends: readonly Map<number, number>[], before: Map<number, number>): Map<number, number> {
  const [first, ...others] = ends
  if (first === undefined) return before
  if (others.length === 0) return first
  const found = new Map<number, number>()
  for (const variable of new Set(ends.flatMap((end) => [...end.keys()]))) {
    const held = new Set(ends.map((end) => end.get(variable) ?? (before.has(variable) ? variable : NONE)))
    if (held.size === 1) found.set(variable, [...held][0] ?? NONE)
    else {
      const either = b.fresh()
      for (const from of held) b.copy(either, from)
      found.set(variable, either)
    }
  }
  return found
}

function ifFlows(b: Building, s: Extract<StatementNode, { kind: 'if' }>, scope: NameScope): void {
  evaluate(b, s.test, scope)
  branches(b, scope, [
    () => {
      narrow(b, s.test, scope)
      blockFlows(b, s.body, scope)
    },
    () => s.otherwise && blockFlows(b, s.otherwise, scope),
  ])
}

/** After a test that a name holds an instance of a class, it does. */
function narrow(b: Building, test: Expression, scope: NameScope): void {
  for (const part of testsIn(test)) narrowed(b, part, scope)
}

/** The tests that all hold where one made of them does. */
function testsIn(test: Expression): readonly Expression[] {
  if (test.kind === 'operation' && /^(?:and|&&)$/.test(test.operator)) return test.operands.flatMap(testsIn)
  return test.kind === 'choice' && test.test === undefined ? test.values.flatMap(testsIn) : [test]
}

function narrowed(b: Building, test: Expression, scope: NameScope): void {
  const [subject, type] = instanceTest(test)
  if (subject?.kind !== 'name' || !type) return
  const variable = lookup(subject.name, scope, false)
  if (variable === undefined || b.shared.has(subject.name)) return
  const typed = b.fresh()
  const types = type.kind === 'collection' ? type.entries.map(({ value }) => value) : [type]
  for (const each of types) b.visit.annotate(b, typed, each, scope)
  scope.frame.versions.set(variable, typed)
}

function instanceTest(test: Expression): readonly (Expression | undefined)[] {
  if (test.kind === 'operation' && test.operator === 'instanceof') return test.operands
  if (test.kind === 'call' && test.callee.kind === 'name' && test.callee.name === 'isinstance')
    return test.args.map(({ value }) => value)
  return []
}

/** What a loop's body changes may be any of it when the body starts again. */
function forgetChanged(
  b: Building,
  bodies: readonly Body[],
  targets: readonly (Expression | undefined)[],
  scope: NameScope,
): void {
  const names = new Set([
    ...changedNames(bodies),
    ...targets.flatMap((target) => (target?.kind === 'name' ? [target.name] : [])),
  ])
  for (const name of names) {
    const variable = lookup(name, scope, false)
    if (variable === undefined) continue
    const before = scope.frame.versions.get(variable)
    if (before !== undefined) b.copy(variable, before)
    scope.frame.versions.delete(variable)
  }
}

function loopFlows(b: Building, s: LoopNode, outer: NameScope): void {
  const isBlock = b.semantics.scoping === 'block'
  const scope: NameScope = isBlock ? { kind: 'block', parent: outer, names: new Map(), frame: outer.frame } : outer
  if (isBlock) for (const name of declaredNames(s.before ?? [], false)) scope.names.set(name, b.fresh())
  if (s.before) b.visit.body(b, s.before, scope)
  const over = s.over ? evaluate(b, s.over, scope) : NONE
  forgetChanged(b, [s.body], [s.target], scope)
  branches(b, scope, [
    () => {
      if (s.target) loopTarget(b, s, over, scope)
      if (s.test) evaluate(b, s.test, scope)
      blockFlows(b, s.body, scope)
      if (s.after) evaluate(b, s.after, scope)
    },
    () => {},
  ])
  forgetChanged(b, [s.body], [s.target], scope)
  outer.frame.isDead = false
  if (s.otherwise) blockFlows(b, s.otherwise, scope)
}

function loopTarget(b: Building, s: LoopNode, over: number, scope: NameScope): void {
  const element = s.form === 'each' && over !== NONE ? b.fresh() : NONE
  if (element !== NONE) b.add(['iterate', element, over, b.site(s.over?.start ?? s.start, scope.frame)])
  if (s.target) b.visit.assign(b, s.target, element, scope)
}

function tryFlows(b: Building, s: Extract<StatementNode, { kind: 'try' }>, scope: NameScope): void {
  const { frame } = scope
  const before = new Map(frame.versions)
  branches(b, scope, [
    () => {
      blockFlows(b, s.body, scope)
      if (s.otherwise) blockFlows(b, s.otherwise, scope)
    },
    ...s.handlers.map((handler) => () => {
      frame.versions = new Map(before)
      forgetChanged(b, [s.body], [], scope)
      const caught = b.fresh()
      for (const type of handler.types) {
        const types = type.kind === 'collection' ? type.entries.map(({ value }) => value) : [type]
        for (const each of types) b.visit.annotate(b, caught, each, scope)
      }
      const inner: NameScope = { kind: 'block', parent: scope, names: new Map(), frame }
      if (handler.target) bindPattern(b, handler.target, caught, inner)
      blockFlows(b, handler.body, inner)
    }),
  ])
  if (s.lastly) blockFlows(b, s.lastly, scope)
}

function withFlows(b: Building, s: Extract<StatementNode, { kind: 'with' }>, scope: NameScope): void {
  const prefix = s.isAsync ? 'async ' : ''
  for (const { value, target } of s.items) {
    const manager = evaluate(b, value, scope)
    const entered = run(b, manager, `${prefix}with`, [], value.start, scope)
    run(b, manager, `${prefix}exit`, [], value.start, scope)
    if (target) b.visit.assign(b, target, entered, scope)
  }
  blockFlows(b, s.body, scope)
}

function switchFlows(b: Building, s: SwitchNode, scope: NameScope): void {
  const subject = evaluate(b, s.subject, scope)
  const variable = s.subject.kind === 'name' ? lookup(s.subject.name, scope, false) : undefined
  const each = s.cases.map((one) => () => {
    let matched = subject
    if (s.fallsThrough) for (const test of one.tests) evaluate(b, test, scope)
    else for (const test of one.tests) matched = matchInto(b, test, subject, scope)
    for (const target of one.binds ?? []) b.visit.assign(b, target, matched, scope)
    if (matched !== subject && variable !== undefined) scope.frame.versions.set(variable, matched)
    if (one.guard) evaluate(b, one.guard, scope)
    blockFlows(b, one.body, scope)
    if (s.fallsThrough) scope.frame.isDead = false
  })
  branches(b, scope, [...each, () => {}])
}

/** The names of an outer scope that this function assigns. */
function outerFlows(b: Building, s: Extract<StatementNode, { kind: 'outer' }>, scope: NameScope): void {
  const at = functionScope(scope)
  let outside = at.parent
  while (s.scope === 'module' && outside?.parent) outside = outside.parent
  for (const name of s.names) {
    const found = outside && lookup(name, outside, false)
    const variable = found ?? b.fresh()
    if (found === undefined) outside?.names.set(name, variable)
    at.names.set(`outer ${name}`, variable)
  }
}
