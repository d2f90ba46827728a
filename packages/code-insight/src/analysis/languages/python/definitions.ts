import type { SyntaxNode } from '../../syntax.ts'
import type { Argument, Body, ClassNode, Expression, FunctionMark, FunctionNode, StatementNode } from '../../tree.ts'
import { typeParametersOf } from './annotations.ts'
import { argumentsOf } from './calls.ts'
import { childIn, entryIn, type Lowering, lastName, partsOf, type StatementRule, within } from './lowering.ts'
import { parametersOf } from './parameters.ts'
import { isAsync } from './statements.ts'
import { docOf } from './text.ts'

/** Functions and classes. */
export const definitionRules: Readonly<Record<string, StatementRule>> = {
  function_definition: (node, lowering) => [functionOf(node, node, [], lowering)],
  class_definition: (node, lowering) => [classOf(node, node, [], lowering)],
  decorated_definition: (node, lowering) => {
    const decorators = partsOf(node).filter(({ type }) => type === 'decorator')
    const values = decorators.map((decorator) => lowering.expression(partsOf(decorator)[0]))
    const definition = childIn(node, 'definition')
    if (definition?.type === 'function_definition') return [functionOf(definition, node, values, lowering)]
    if (definition?.type === 'class_definition') return [classOf(definition, node, values, lowering)]
    return values.map((value) => ({ kind: 'evaluate', start: value.start, end: value.end, value }))
  },
}

/** Where the name stands, and the text before the body. */
function headOf(node: SyntaxNode, { text }: Lowering) {
  const name = childIn(node, 'name')
  const at = name?.start ?? node.start
  const body = childIn(node, 'body')
  const colon = node.children.findLast(({ type, end }) => type === ':' && end <= (body?.start ?? node.end))
  const headEnd = colon?.start ?? body?.start ?? node.end
  return { name: name && text.slice(name.start, name.end), at, headStart: node.start, headEnd } as const
}

/** A body, and the first line of the documentation that it begins with. */
function bodyOf(node: SyntaxNode, lowering: Lowering) {
  const block = childIn(node, 'body')
  const broken = node.children.filter(({ type }) => type === 'ERROR').flatMap((error) => lowering.body(error))
  return { doc: docOf(block && partsOf(block)[0], lowering), body: [...lowering.body(block), ...broken] }
}

function functionOf(
  node: SyntaxNode,
  { start, end }: SyntaxNode,
  decorators: readonly Expression[],
  lowering: Lowering,
): FunctionNode {
  const head = headOf(node, lowering)
  const { scope } = lowering
  const returns = childIn(node, 'return_type')
  const typeParameters = typeParametersOf(childIn(node, 'type_parameters'), lowering)
  return within(lowering, { typeParameters }, () => {
    const parameters = parametersOf(childIn(node, 'parameters'), lowering)
    const result = returns && lowering.annotation(returns)
    const { body, doc, yields } = within(lowering, { scope: 'function', yields: false, isTyping: false }, () => {
      return { ...bodyOf(node, lowering), yields: lowering.yields }
    })
    const marks = marksOf(head.name ?? '', scope, decorators)
    if (isAsync(node)) marks.push('async')
    if (yields) marks.push('generator')
    const exported = exportedAs(head.name, scope, lowering)
    return {
      kind: 'function',
      start,
      end,
      ...head,
      parameters,
      returns: result,
      body,
      decorators,
      marks,
      doc,
      exported,
    }
  })
}

function exportedAs(name: string | undefined, scope: Lowering['scope'], lowering: Lowering): boolean | undefined {
  return scope === 'module' && name !== undefined ? lowering.isPublic(name) : undefined
}

/** What a decorator of the standard library makes of a function, by its last name. A deleter is what `del` runs: no method to call. */
const DECORATORS: Readonly<Record<string, readonly FunctionMark[]>> = {
  staticmethod: ['static'],
  classmethod: ['classmethod'],
  property: ['getter'],
  cached_property: ['getter'],
  getter: ['getter'],
  setter: ['setter'],
  deleter: ['setter'],
  abstractmethod: ['abstract'],
  abstractproperty: ['abstract', 'getter'],
  abstractclassmethod: ['abstract', 'classmethod'],
  abstractstaticmethod: ['abstract', 'static'],
  overload: ['bodiless'],
}

/** Methods that are so without a decorator. */
const SPECIAL: Readonly<Record<string, FunctionMark>> = {
  __init__: 'constructor',
  __new__: 'static',
  __init_subclass__: 'classmethod',
  __class_getitem__: 'classmethod',
}

function marksOf(name: string, scope: Lowering['scope'], decorators: readonly Expression[]): FunctionMark[] {
  const marks = decorators.flatMap((decorator) => entryIn(DECORATORS, lastName(decorator)) ?? [])
  const special = scope === 'class' ? entryIn(SPECIAL, name) : undefined
  if (special && !marks.includes(special)) marks.push(special)
  if (/^_(?!_.*__$)/.test(name)) marks.push('private')
  return marks
}

const ENUMS = new Set(['Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'TextChoices', 'IntegerChoices'])
const ABSTRACT = new Set(['ABC', 'ABCMeta'])

function classOf(
  node: SyntaxNode,
  { start, end }: SyntaxNode,
  decorators: readonly Expression[],
  lowering: Lowering,
): ClassNode {
  const head = headOf(node, lowering)
  const { scope } = lowering
  const typeParameters = typeParametersOf(childIn(node, 'type_parameters'), lowering)
  return within(lowering, { typeParameters }, () => {
    const list = childIn(node, 'superclasses')
    const args = list ? argumentsOf(list, lowering) : []
    const bases = args.filter(({ name, spread }) => name === undefined && spread !== 'map').map(baseOf)
    const keywords = args.filter(({ name, spread }) => name !== undefined || spread === 'map')
    const { body, doc } = within(lowering, { scope: 'class' }, () => bodyOf(node, lowering))
    const form = formOf(bases)
    return {
      kind: 'class',
      start,
      end,
      ...head,
      form,
      bases,
      implemented: [],
      keywords,
      meta: keywords.find(({ name }) => name === 'metaclass')?.value,
      body: form === 'interface' ? body.map(bodiless) : body,
      decorators,
      isAbstract: isAbstract(bases, keywords, body) || undefined,
      doc,
      exported: exportedAs(head.name, scope, lowering),
    }
  })
}

/** A base; several, if it is a list of them. */
function baseOf({ value, spread }: Argument): Expression {
  return spread ? { kind: 'other', start: value.start, end: value.end, parts: [value] } : value
}

function formOf(bases: readonly Expression[]): ClassNode['form'] {
  const names = bases.map((base) => lastName(base) ?? '')
  if (names.includes('Protocol')) return 'interface'
  return names.some((name) => ENUMS.has(name)) ? 'enum' : 'class'
}

/** A protocol's method that does nothing is a declaration. */
function bodiless(statement: StatementNode): StatementNode {
  if (statement.kind !== 'function' || !statement.body.every(isEmpty)) return statement
  return { ...statement, marks: [...statement.marks.filter((mark) => mark !== 'bodiless'), 'bodiless'] }
}

/** `...`; a documentation string and `pass` are no statements at all. */
const isEmpty = (statement: StatementNode): boolean =>
  statement.kind === 'evaluate' && statement.value.kind === 'other' && statement.value.parts.length === 0

function isAbstract(bases: readonly Expression[], keywords: readonly Argument[], body: Body): boolean {
  const named = [...bases, ...keywords.map(({ value }) => value)]
  if (named.some((one) => ABSTRACT.has(lastName(one) ?? ''))) return true
  return body.some((statement) => statement.kind === 'function' && statement.marks.includes('abstract'))
}
