import type { SyntaxNode } from '../../syntax.ts'
import type { AssignNode, CallNode, ClassNode, Expression, StatementNode } from '../../tree.ts'
import { generic } from './calls.ts'
import { docType } from './doc-types.ts'
import { type DocComment, docOf, isDoc } from './docs.ts'
import { parameterDecorators } from './functions.ts'
import { computedOf, keyName } from './keys.ts'
import type { ScriptLowering, Setting } from './lowering.ts'
import { child, field, fields, hasToken, isComment, parts, span, textOf } from './reading.ts'
import { typeParametersOf } from './types.ts'

const FORMS: Readonly<Record<string, ClassNode['form']>> = {
  interface_declaration: 'interface',
  enum_declaration: 'enum',
  object_type: 'type',
  type_alias_declaration: 'type',
}

/** A class, an interface, an enum, or an object type. */
export function classOf(node: SyntaxNode, lowering: ScriptLowering, setting: Setting = {}): ClassNode {
  const bounds = typeParametersOf(node, lowering)
  if (bounds !== undefined) lowering.typeParameters.push(bounds)
  const name = field(node, 'name')
  const body = node.type === 'object_type' ? node : (field(node, 'body') ?? field(node, 'value'))
  const first = node.children.find(({ type }) => type !== 'decorator' && type !== 'comment')
  const lowered: ClassNode = {
    kind: 'class',
    form: FORMS[node.type] ?? 'class',
    name: name === undefined ? undefined : textOf(name, lowering.text),
    at: name?.start ?? first?.start ?? node.start,
    ...heritage(node, lowering),
    keywords: [],
    body: body === undefined ? [] : membersOf(body, lowering),
    decorators: [...(setting.decorators ?? []), ...decoratorsOf(node, lowering)],
    ...(node.type === 'abstract_class_declaration' ? { isAbstract: true } : {}),
    ...(node.type === 'class' && name !== undefined ? { isValue: true } : {}),
    headStart: setting.headStart ?? first?.start ?? node.start,
    headEnd: Math.max(body?.start ?? node.end, node.start),
    doc: setting.doc?.summary,
    ...(setting.exported === true ? { exported: true } : {}),
    start: setting.start ?? node.start,
    end: node.end,
  }
  if (bounds !== undefined) lowering.typeParameters.pop()
  return lowered
}

/** The expressions of a node's decorators. */
export const decoratorsOf = (node: SyntaxNode, lowering: ScriptLowering): readonly Expression[] =>
  fields(node, 'decorator').flatMap((each) => applied(each, lowering))

const applied = (decorator: SyntaxNode, lowering: ScriptLowering): readonly Expression[] => {
  const value = parts(decorator)[0]
  return value === undefined ? [] : [lowering.expression(value)]
}

function heritage(node: SyntaxNode, lowering: ScriptLowering): Pick<ClassNode, 'bases' | 'implemented'> {
  const extended = child(node, 'extends_type_clause')
  if (extended !== undefined) return { bases: parts(extended).map((type) => lowering.type(type)), implemented: [] }
  const clauses = child(node, 'class_heritage')
  if (clauses === undefined) return { bases: [], implemented: [] }
  const base = child(clauses, 'extends_clause')
  const plain = parts(clauses).filter(({ type }) => !type.endsWith('_clause') && type !== 'ERROR')
  const implemented = child(clauses, 'implements_clause')
  return {
    bases: [...plain.map((value) => lowering.expression(value)), ...basesOf(base, lowering)],
    implemented: implemented === undefined ? [] : parts(implemented).map((type) => lowering.type(type)),
  }
}

function basesOf(clause: SyntaxNode | undefined, lowering: ScriptLowering): readonly Expression[] {
  const value = clause === undefined ? undefined : field(clause, 'value')
  if (clause === undefined || value === undefined) return []
  const given = field(clause, 'type_arguments')
  const base = lowering.expression(value)
  return [given === undefined ? base : generic(base, given, lowering)]
}

/** What stands in a body; decorators that are written before a member belong to it. */
function membersOf(body: SyntaxNode, lowering: ScriptLowering): readonly StatementNode[] {
  const members: StatementNode[] = []
  let doc: SyntaxNode | undefined
  let decorators: SyntaxNode[] = []
  for (const node of body.children) {
    if (isDoc(node, lowering.text)) doc = node
    if (!node.named || isComment(node)) continue
    if (node.type === 'decorator') {
      decorators.push(node)
      continue
    }
    const said = doc === undefined ? undefined : docOf(doc, lowering.text)
    members.push(...memberOf(node, lowering, said, [...decorators, ...fields(node, 'decorator')]))
    doc = undefined
    decorators = []
  }
  return members
}

function memberOf(
  node: SyntaxNode,
  lowering: ScriptLowering,
  doc: DocComment | undefined,
  decorators: readonly SyntaxNode[],
): readonly StatementNode[] {
  switch (node.type) {
    case 'method_definition':
    case 'method_signature':
    case 'abstract_method_signature': {
      const start = decorators[0]?.start ?? node.start
      const values = decorators.flatMap((each) => applied(each, lowering))
      const method = lowering.function(node, { doc, start: Math.min(start, node.start), decorators: values })
      return [...computedKey(field(node, 'name'), lowering), ...runAround(parameterDecorators(node), lowering), method]
    }
    case 'field_definition':
    case 'public_field_definition':
    case 'property_signature':
    case 'enum_assignment':
      return [...runAround(decorators, lowering), ...fieldOf(node, lowering, doc)]
    case 'property_identifier':
    case 'string':
    case 'private_property_identifier':
      return [enumMember(node, node, lowering, doc)]
    case 'class_static_block':
      return [{ kind: 'block', body: lowering.body(field(node, 'body')), ...span(node) }]
    case 'call_signature':
    case 'construct_signature':
    case 'index_signature':
      return [{ kind: 'other', parts: namedTypes(node, lowering), ...span(node) }]
    default:
      return lowering.statement(node, { doc })
  }
}

/** A computed name runs where the class is made. */
const computedKey = (name: SyntaxNode | undefined, lowering: ScriptLowering): readonly StatementNode[] => {
  const key = name === undefined ? undefined : computedOf(name, lowering.text)
  return key === undefined ? [] : [{ kind: 'evaluate', value: lowering.expression(key), ...span(key) }]
}

/** Decorators of fields and parameters are called where the class is made. */
const runAround = (decorators: readonly SyntaxNode[], lowering: ScriptLowering): readonly StatementNode[] =>
  decorators.flatMap((each) =>
    applied(each, lowering).map((value) => ({
      kind: 'evaluate' as const,
      value: value.kind === 'call' ? value : decorating(value),
      ...span(each),
    })),
  )

const decorating = (callee: Expression): CallNode => ({
  kind: 'call',
  form: 'call',
  callee,
  args: [],
  start: callee.start,
  end: callee.end,
})

function fieldOf(node: SyntaxNode, lowering: ScriptLowering, doc: DocComment | undefined): readonly StatementNode[] {
  const name = field(node, 'name') ?? field(node, 'property')
  if (name === undefined) return []
  if (node.type === 'enum_assignment') return [enumMember(node, name, lowering, doc)]
  const [value, type] = [field(node, 'value'), field(node, 'type')]
  const said = lowering.hasDocTypes && doc?.type !== undefined ? docType(doc.type) : undefined
  const assigned: AssignNode = {
    kind: 'assign',
    target: { kind: 'name', name: keyName(name, lowering.text), ...span(name) },
    value: value === undefined ? undefined : lowering.expression(value, { doc, headStart: headOf(node) }),
    type: type === undefined ? said : lowering.type(type),
    declares: hasToken(node, 'static') ? 'static' : 'field',
    doc: doc?.summary,
    ...span(node),
  }
  return [...computedKey(name, lowering), assigned]
}

const headOf = (node: SyntaxNode): number =>
  node.children.find(({ type }) => type !== 'decorator' && type !== 'comment')?.start ?? node.start

function enumMember(
  node: SyntaxNode,
  name: SyntaxNode,
  lowering: ScriptLowering,
  doc: DocComment | undefined,
): AssignNode {
  const value = field(node, 'value')
  return {
    kind: 'assign',
    target: { kind: 'name', name: keyName(name, lowering.text), ...span(name) },
    value: value === undefined ? undefined : lowering.expression(value),
    declares: 'static',
    doc: doc?.summary,
    ...span(node),
  }
}

/** The types that a signature without a name mentions. */
function namedTypes(node: SyntaxNode, lowering: ScriptLowering): readonly Expression[] {
  const list = field(node, 'parameters')
  const parameters = list === undefined ? [] : parts(list).map((each) => field(each, 'type'))
  return [...parameters, field(node, 'return_type'), field(node, 'type')].flatMap((type) =>
    type === undefined ? [] : [lowering.type(type)],
  )
}
