import type { SyntaxNode } from '../../syntax.ts'
import type { Argument, Expression, SwitchNode } from '../../tree.ts'
import { childIn, childrenIn, type Lowering, partsOf } from './lowering.ts'

/** A `match` statement. */
export function matchOf(node: SyntaxNode, lowering: Lowering): SwitchNode {
  const { start, end } = node
  const subjects = childrenIn(node, 'subject').map((subject) => lowering.expression(subject))
  const subject = subjects[0] ?? lowering.expression(undefined)
  const whole: Expression =
    subjects.length < 2
      ? subject
      : { kind: 'collection', start: subject.start, end, type: 'tuple', entries: subjects.map((value) => ({ value })) }
  const clauses = childIn(node, 'body')?.children.filter(({ type }) => type === 'case_clause') ?? []
  const cases = clauses.map((clause) => caseOf(clause, pathOf(whole), lowering))
  return { kind: 'switch', start, end, subject: whole, cases, fallsThrough: false }
}

/** Where in the subject a pattern looks: an expression for it, if repeating it is harmless. */
type Place = Expression | undefined

const pathOf = (subject: Expression): Place =>
  subject.kind === 'name' || (subject.kind === 'member' && pathOf(subject.object)) ? subject : undefined

function caseOf(clause: SyntaxNode, subject: Place, lowering: Lowering): SwitchNode['cases'][number] {
  const patterns = partsOf(clause).filter(({ type }) => type === 'case_pattern')
  const binds: Expression[] = []
  const [only, ...others] = patterns
  const tests =
    others.length > 0 ? [sequence(clause, patterns, subject, lowering)] : testsOf(only, subject, binds, lowering)
  const guard = childIn(clause, 'guard')
  return {
    start: clause.start,
    end: clause.end,
    tests,
    binds,
    guard: guard && lowering.expression(partsOf(guard)[0]),
    body: lowering.body(childIn(clause, 'consequence')),
  }
}

/** A pattern's inner part: `case_pattern` only wraps. */
function innerOf(pattern: SyntaxNode | undefined): SyntaxNode | undefined {
  let inner = pattern
  while (inner?.type === 'case_pattern') inner = partsOf(inner)[0]
  return inner
}

/** What the whole subject is held against; the names that get all of it are added to `binds`. */
function testsOf(
  pattern: SyntaxNode | undefined,
  subject: Place,
  binds: Expression[],
  lowering: Lowering,
): Expression[] {
  const inner = innerOf(pattern)
  if (inner === undefined) return []
  if (inner.type === 'as_pattern') {
    const [wrapped, name] = partsOf(inner)
    const target = name?.type === 'as_pattern_target' ? partsOf(name)[0] : name
    if (target) binds.push(lowering.expression(target))
    return testsOf(wrapped, subject, binds, lowering)
  }
  if (inner.type === 'union_pattern') return partsOf(inner).flatMap((part) => testsOf(part, subject, binds, lowering))
  const name = captureOf(inner, lowering)
  if (name === undefined) return [patternValue(inner, subject, lowering)]
  binds.push(name)
  return []
}

/** A plain name catches whatever is there. */
function captureOf(inner: SyntaxNode, lowering: Lowering): Expression | undefined {
  const names = inner.type === 'dotted_name' ? partsOf(inner) : [inner]
  const [name] = names
  return names.length === 1 && name?.type === 'identifier' ? lowering.expression(name) : undefined
}

/** A pattern within another one, as a value; a name in it is assigned what stands at its place. */
function nested(pattern: SyntaxNode, at: Place, lowering: Lowering): Expression {
  const { start, end } = pattern
  const inner = innerOf(pattern)
  // `_`
  if (inner === undefined) return { kind: 'other', start, end, parts: [] }
  const name = captureOf(inner, lowering)
  if (name) return { kind: 'assign', start, end, target: name, value: at }
  if (inner.type !== 'as_pattern') return patternValue(inner, at, lowering)
  const [wrapped, target] = partsOf(inner)
  const test = wrapped ? nested(wrapped, at, lowering) : lowering.expression(undefined)
  const isClass = test.kind === 'call' && at !== undefined
  const value: Place = isClass ? { kind: 'cast', start, end, value: at, type: test.callee } : at
  const bound = target?.type === 'as_pattern_target' ? partsOf(target)[0] : target
  const assign: Expression = { kind: 'assign', start, end, target: lowering.expression(bound), value }
  return { kind: 'other', start, end, parts: [test, assign] }
}

/** Any pattern but a name. */
function patternValue(inner: SyntaxNode, at: Place, lowering: Lowering): Expression {
  const { start, end } = inner
  switch (inner.type) {
    case 'class_pattern':
      return classPattern(inner, at, lowering)
    case 'list_pattern':
    case 'tuple_pattern':
      return sequence(inner, partsOf(inner), at, lowering)
    case 'dict_pattern':
      return mapping(inner, at, lowering)
    case 'union_pattern': {
      const values = partsOf(inner).map((part) => nested(part, at, lowering))
      return { kind: 'choice', start, end, values }
    }
    case 'complex_pattern':
      return { kind: 'literal', start, end, type: 'number', value: lowering.text.slice(start, end) }
    default:
      return lowering.expression(inner)
  }
}

/** `Point(0, y=value)`: a call of the class, the arguments of which are patterns. */
function classPattern(node: SyntaxNode, at: Place, lowering: Lowering): Expression {
  const { start, end } = node
  const [head, ...patterns] = partsOf(node)
  const callee = lowering.expression(head)
  const args = patterns.map((pattern): Argument => {
    const inner = innerOf(pattern)
    if (inner?.type !== 'keyword_pattern') return { value: nested(pattern, undefined, lowering) }
    const [key, value] = partsOf(inner)
    const name = key ? lowering.text.slice(key.start, key.end) : ''
    const instance: Place = at && { kind: 'cast', start, end, value: at, type: callee }
    const place: Place = instance && { kind: 'member', start, end: key?.end ?? end, object: instance, name }
    return { name, value: value ? nested(value, place, lowering) : lowering.expression(undefined) }
  })
  return { kind: 'call', start, end, form: 'call', callee, args }
}

function sequence(
  { start, end }: SyntaxNode,
  patterns: readonly SyntaxNode[],
  subject: Place,
  lowering: Lowering,
): Expression {
  const entries = patterns.map((pattern, at) => {
    const inner = innerOf(pattern)
    if (inner?.type === 'splat_pattern') {
      const [name] = partsOf(inner)
      return { value: name ? nested(name, subject, lowering) : lowering.expression(undefined), spread: true }
    }
    const index: Expression = { kind: 'literal', start, end: start, type: 'number', value: String(at) }
    const place: Place = subject && { kind: 'subscript', start, end, object: subject, index }
    return { value: nested(pattern, place, lowering) }
  })
  return { kind: 'collection', start, end, type: 'list', entries }
}

function mapping(node: SyntaxNode, subject: Place, lowering: Lowering): Expression {
  const { start, end } = node
  const entries: { key?: Expression; value: Expression; spread?: boolean }[] = []
  let key: Expression | undefined
  for (const part of partsOf(node)) {
    const inner = innerOf(part)
    if (part.field === 'key') key = lowering.expression(inner)
    else if (inner?.type === 'splat_pattern') {
      const [name] = partsOf(inner)
      entries.push({ value: name ? nested(name, subject, lowering) : lowering.expression(undefined), spread: true })
    } else if (key) {
      const place: Place = subject && { kind: 'subscript', start, end, object: subject, index: key }
      entries.push({ key, value: nested(part, place, lowering) })
    }
  }
  return { kind: 'collection', start, end, type: 'map', entries }
}
