import type { Body, ExportNode, Expression, ImportNode, StatementNode } from '../tree.ts'
import { assignedVariable, assignName, exportWhole } from './assigning.ts'
import { type Building, lookup, type NameScope } from './building.ts'
import { controlFlows } from './control.ts'
import { isOverload } from './definitions.ts'
import { NONE } from './flows.ts'
import { evaluate, run } from './values.ts'

/** Builds the flows of a body's statements, in their order. */
export function bodyFlows(b: Building, body: Body, scope: NameScope): void {
  const isBlock = b.semantics.scoping === 'block'
  if (isBlock) for (const each of body) if (each.kind === 'function') statementFlows(b, each, scope, body)
  for (const each of body) if (!(isBlock && each.kind === 'function')) statementFlows(b, each, scope, body)
}

function statementFlows(b: Building, s: StatementNode, scope: NameScope, body: Body): void {
  switch (s.kind) {
    case 'evaluate':
      return void evaluate(b, s.value, scope)
    case 'assign':
      assignFlows(b, s, scope)
      return
    case 'function':
      if (s.name === undefined) return void b.visit.define(b, s, scope)
      if (isOverload(s, { body })) return
      named(b, s, b.visit.define(b, s, scope), scope)
      return
    case 'class':
      named(b, s, b.visit.defineClass(b, s, scope), scope)
      return
    case 'return':
      returnFlows(b, s.value, scope)
      return
    case 'raise':
      if (s.value) evaluate(b, s.value, scope)
      scope.frame.isDead = true
      return
    case 'jump':
      scope.frame.isDead = true
      return
    case 'import':
      importFlows(b, s, scope)
      return
    case 'export':
      exportFlows(b, s, scope)
      return
    case 'alias':
      named(b, s, aliasValue(b, s.value, scope), scope)
      return
    default:
      controlFlows(b, s, scope)
  }
}

/** A definition with a name; exported if it says so. */
function named(
  b: Building,
  s: Extract<StatementNode, { kind: 'function' | 'class' | 'alias' }>,
  value: number,
  scope: NameScope,
): void {
  if (s.name === undefined) return
  assignName(b, s.name, value, scope)
  // A namespace adds to a function, class or enum of its name, and types replace nothing
  if (s.kind === 'class' && s.form !== 'class') scope.frame.versions.delete(assignedVariable(b, s.name, scope))
  if (s.exported && scope.kind === 'module') b.exports[s.name] = assignedVariable(b, s.name, scope)
}

/** What an alias of a type stands for, as an annotation reads it: the classes in it. */
function aliasValue(b: Building, value: Expression, scope: NameScope): number {
  if (value.kind === 'class') return b.visit.defineClass(b, value, scope)
  if (value.kind === 'name' || value.kind === 'member') return evaluate(b, value, scope)
  const to = b.fresh()
  const parts = value.kind === 'choice' ? value.values : value.kind === 'operation' ? value.operands : []
  for (const part of parts) b.copy(to, aliasValue(b, part, scope))
  if (value.kind === 'subscript') b.copy(to, aliasValue(b, value.object, scope))
  return to
}

function assignFlows(b: Building, s: Extract<StatementNode, { kind: 'assign' }>, scope: NameScope): void {
  let from = s.value ? evaluate(b, s.value, scope) : NONE
  if (s.operator !== undefined) {
    const before = evaluate(b, s.target, scope)
    const to = b.fresh()
    const inPlace = `${s.operator}=`
    if (b.semantics.implicit[inPlace] === undefined) {
      b.copy(to, before)
      b.copy(to, run(b, before, s.operator, [from], s.start, scope))
    } else {
      b.copy(to, run(b, before, inPlace, [from], s.start, scope))
      b.copy(to, run(b, from, `reflected ${s.operator}`, [before], s.start, scope))
    }
    if (/\|\||&&|\?\?/.test(s.operator)) b.copy(to, from)
    from = to
  }
  if (s.disposes) run(b, from, s.disposes === 'awaited' ? 'await using' : 'using', [], s.start, scope)
  if (s.type) {
    const typed = b.fresh()
    b.copy(typed, from)
    b.visit.annotate(b, typed, s.type, scope)
    from = typed
  }
  if (s.value || s.type) b.visit.assign(b, s.target, from, scope)
  if (s.exported && s.target.kind === 'name') b.exports[s.target.name] = assignedVariable(b, s.target.name, scope)
  else if (s.exported && s.target.kind === 'collection') exportPattern(b, s.target, scope)
}

function exportPattern(b: Building, target: Expression, scope: NameScope): void {
  if (target.kind === 'name') b.exports[target.name] = assignedVariable(b, target.name, scope)
  else if (target.kind === 'collection') for (const { value } of target.entries) exportPattern(b, value, scope)
  else if (target.kind === 'assign') exportPattern(b, target.target, scope)
}

/** A parameter that is handed back as it is comes from the call itself, not from all calls. */
function returnFlows(b: Building, value: Expression | undefined, scope: NameScope): void {
  const { frame } = scope
  const from = value ? evaluate(b, value, scope) : NONE
  const at = frame.parameters.get(from)
  const made = frame.made.get(from)
  if (at !== undefined) frame.handsBack.add(at)
  else if (made !== undefined) frame.makes.push([...made, from])
  else b.copy(frame.result, from)
  frame.isDead = true
}

function importFlows(b: Building, s: ImportNode, scope: NameScope): void {
  const module = b.module(s.module)
  if (s.isStar) b.stars.push(module)
  for (const { imported, local } of s.bindings) {
    const variable = b.fresh()
    b.add(['import', variable, module, imported])
    assignName(b, local, variable, scope)
  }
}

function exportFlows(b: Building, s: ExportNode, scope: NameScope): void {
  const module = s.module === undefined ? NONE : b.module(s.module)
  if (s.isStar && module !== NONE && s.bindings.length === 0) b.stars.push(module)
  for (const { exported, imported, value } of s.bindings) {
    if (exported === '=' || exported === 'export=') {
      exportWhole(b, value ? evaluate(b, value, scope) : NONE)
      continue
    }
    const variable = b.exports[exported] ?? b.fresh()
    b.exports[exported] = variable
    if (module !== NONE) b.add(['import', variable, module, imported ?? exported])
    else if (value) b.copy(variable, evaluate(b, value, scope))
    else if (imported !== undefined) {
      const own = lookup(imported, scope, false) ?? b.free(imported)
      b.copy(variable, own)
      b.use(own, s.start, scope.frame)
    }
  }
}
