import type { SyntaxNode } from '../../syntax.ts'
import type { Body, Expression, FunctionMark, FunctionNode, Parameter } from '../../tree.ts'
import { docType } from './doc-types.ts'
import { type DocComment, docOf, isDoc } from './docs.ts'
import { keyName } from './keys.ts'
import type { ScriptLowering, Setting } from './lowering.ts'
import { child, field, fields, hasToken, isComment, parts, span, textOf } from './reading.ts'
import { typeParametersOf } from './types.ts'

const MEMBERS = new Set(['method_definition', 'method_signature', 'abstract_method_signature'])
const VALUES = new Set(['function_expression', 'generator_function'])

/** A function of any form; a method within an object has no name of its own but its key. */
export function functionOf(node: SyntaxNode, lowering: ScriptLowering, setting: Setting = {}): FunctionNode {
  const bounds = typeParametersOf(node, lowering)
  if (bounds !== undefined) lowering.typeParameters.push(bounds)
  const name = nameOf(node, lowering, setting)
  const head = headOf(node, setting)
  const lowered: FunctionNode = {
    kind: 'function',
    name,
    at: setting.at ?? field(node, 'name')?.start ?? keywordOf(node).start,
    parameters: parametersOf(node, lowering, setting.doc),
    returns: returnsOf(node, lowering, setting.doc),
    body: bodyOf(node, lowering),
    decorators: setting.decorators ?? [],
    marks: marksOf(node, lowering.text),
    ...head,
    doc: setting.doc?.summary,
    ...(setting.exported === true ? { exported: true } : {}),
    start: setting.start ?? node.start,
    end: node.end,
  }
  if (bounds !== undefined) lowering.typeParameters.pop()
  return lowered
}

function nameOf(node: SyntaxNode, lowering: ScriptLowering, setting: Setting): string | undefined {
  const name = field(node, 'name')
  if (name === undefined) return undefined
  if (!MEMBERS.has(node.type)) return textOf(name, lowering.text)
  return setting.at === undefined ? keyName(name, lowering.text) : undefined
}

const keywordOf = (node: SyntaxNode): SyntaxNode =>
  node.children.find(({ type }) => type === 'function') ?? field(node, 'parameters') ?? node

/** From the first word that is no decorator to the body, without the arrow before it. */
function headOf(node: SyntaxNode, setting: Setting): { readonly headStart: number; readonly headEnd: number } {
  const first = node.children.find(({ type }) => type !== 'decorator' && type !== 'comment')
  const body = field(node, 'body')
  const last = node.type === 'arrow_function' ? node.children.find(({ type }) => type === '=>') : body
  const end = last?.start ?? (node.children.at(-1)?.type === ';' ? node.end - 1 : node.end)
  return { headStart: setting.headStart ?? first?.start ?? node.start, headEnd: Math.max(end, node.start) }
}

function bodyOf(node: SyntaxNode, lowering: ScriptLowering): Body {
  const body = field(node, 'body')
  if (body === undefined || body.type === 'statement_block') return lowering.body(body)
  return [{ kind: 'return', value: lowering.expression(body), ...span(body) }]
}

function marksOf(node: SyntaxNode, text: string): readonly FunctionMark[] {
  const isMember = MEMBERS.has(node.type)
  const name = isMember ? field(node, 'name') : undefined
  const isStatic = isMember && hasToken(node, 'static')
  const access = child(node, 'accessibility_modifier')
  const marks: readonly (readonly [FunctionMark, boolean])[] = [
    ['async', hasToken(node, 'async')],
    ['generator', hasToken(node, '*')],
    ['static', isStatic],
    ['getter', isMember && hasToken(node, 'get')],
    ['setter', isMember && hasToken(node, 'set')],
    ['abstract', isMember && (hasToken(node, 'abstract') || node.type === 'abstract_method_signature')],
    ['constructor', !isStatic && name !== undefined && textOf(name, text) === 'constructor'],
    ['arrow', node.type === 'arrow_function'],
    [
      'private',
      (access !== undefined && textOf(access, text) === 'private') || name?.type === 'private_property_identifier',
    ],
    ['expression', VALUES.has(node.type) && field(node, 'name') !== undefined],
    ['bodiless', field(node, 'body') === undefined],
  ]
  return marks.filter(([, holds]) => holds).map(([mark]) => mark)
}

function returnsOf(node: SyntaxNode, lowering: ScriptLowering, doc: DocComment | undefined): Expression | undefined {
  const type = field(node, 'return_type') ?? (field(node, 'body') === undefined ? field(node, 'type') : undefined)
  if (type !== undefined) return lowering.type(type)
  return lowering.hasDocTypes && doc?.returns !== undefined ? docType(doc.returns) : undefined
}

/** A parameter named `this` is only said, not passed. */
function parametersOf(node: SyntaxNode, lowering: ScriptLowering, doc: DocComment | undefined): readonly Parameter[] {
  const single = field(node, 'parameter')
  if (single !== undefined) return [parameterOf(single, lowering, doc)]
  const found: Parameter[] = []
  let said: DocComment | undefined
  for (const each of field(node, 'parameters')?.children ?? []) {
    if (lowering.hasDocTypes && isDoc(each, lowering.text)) said = docOf(each, lowering.text)
    if (!each.named || isComment(each) || each.type === 'ERROR' || field(each, 'pattern')?.type === 'this') continue
    const parameter = parameterOf(each, lowering, doc)
    found.push(said?.type === undefined ? parameter : { ...parameter, type: docType(said.type) })
    said = undefined
  }
  return found
}

function parameterOf(node: SyntaxNode, lowering: ScriptLowering, doc: DocComment | undefined): Parameter {
  const isTyped = node.type === 'required_parameter' || node.type === 'optional_parameter'
  const pattern = (isTyped ? (field(node, 'pattern') ?? field(node, 'name')) : undefined) ?? node
  const isRest = pattern.type === 'rest_pattern'
  const bound = isRest ? (parts(pattern)[0] ?? pattern) : pattern
  const fallback = isTyped ? field(node, 'value') : undefined
  const target = lowering.target(bound)
  const [inner, its] = target.kind === 'assign' ? [target.target, target.value] : [target, undefined]
  return {
    target: inner,
    form: isRest ? 'rest' : 'positional',
    type: typeOf(node, inner, lowering, doc),
    fallback: fallback === undefined ? its : lowering.expression(fallback),
    ...(isTyped && isProperty(node) ? { isField: true } : {}),
    ...span(node),
  }
}

function typeOf(
  node: SyntaxNode,
  target: Expression,
  lowering: ScriptLowering,
  doc: DocComment | undefined,
): Expression | undefined {
  const type = field(node, 'type')
  if (type !== undefined) return lowering.type(type)
  if (!lowering.hasDocTypes || target.kind !== 'name') return undefined
  const said = doc?.parameters.get(target.name)
  return said === undefined ? undefined : docType(said)
}

/** TypeScript's parameter properties. */
const isProperty = (node: SyntaxNode): boolean =>
  child(node, 'accessibility_modifier') !== undefined ||
  child(node, 'override_modifier') !== undefined ||
  hasToken(node, 'readonly')

/** The decorators of a function's parameters, which run when its class is made. */
export const parameterDecorators = (node: SyntaxNode): readonly SyntaxNode[] => {
  const list = field(node, 'parameters')
  return list === undefined ? [] : parts(list).flatMap((each) => fields(each, 'decorator'))
}
