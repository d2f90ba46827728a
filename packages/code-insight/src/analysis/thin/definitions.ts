import { pathOf } from '../binding.ts'
import type { SyntaxNode } from '../syntax.ts'
import type { AssignNode, ClassNode, Expression, FunctionNode, Parameter, StatementNode } from '../tree.ts'
import {
  type DeclaredName,
  declaredIn,
  isIn,
  localsIn,
  type NodeLowering,
  nameNode,
  spanOf,
  typeOf,
  valuesIn,
} from './lowering.ts'
import { parametersIn } from './parameters.ts'
import { below, partIn, type ThinDefinition, type ThinKind, textOf } from './syntax.ts'

/** Where a definition stands, and what is said of it. */
export interface Around {
  readonly doc: string | undefined
  readonly whole: SyntaxNode
}

/** What a node defines. */
export function definitionsOf(
  node: SyntaxNode,
  definition: ThinDefinition,
  around: Around,
  lowering: NodeLowering,
): StatementNode[] {
  const kind = kindOf(node, definition)
  const role = definition.name ?? 'name'
  const held = node.children.filter(({ field, named }) => field === role && named)
  const names = held.length > 0 ? held : [partIn(node, role)].filter((each) => each !== undefined)
  if (kind === 'variable' || kind === 'field') return variablesOf(node, names, kind, definition, around, lowering)
  const [first] = names
  const declared = first && declaredIn(first, lowering)
  if (kind === 'function') {
    const owner = partIn(node, definition.owner ?? '')
    return [placed(functionOf(node, declared, definition, around, lowering), declared, around, lowering, owner)]
  }
  if (first === undefined || declared === undefined) return lowering.body(node)
  if (kind !== 'alias') return [classOf(node, first, kind, definition, around, lowering)]
  return aliasOf(node, names, definition, around, lowering)
}

function kindOf(node: SyntaxNode, { kind }: ThinDefinition): ThinKind {
  if (typeof kind === 'string') return kind
  return kind.kinds[partIn(node, kind.role)?.type ?? ''] ?? kind.else
}

const saidOf = (name: SyntaxNode, node: SyntaxNode, { doc }: Around, { syntax, text }: NodeLowering) => {
  const written = textOf(name, text)
  return { name: written, at: name.start, doc, exported: syntax.isPublic(written, node, text) }
}

/** Other names of types; a type that is written out where it gets its name is a class. */
function aliasOf(
  node: SyntaxNode,
  names: readonly SyntaxNode[],
  { type }: ThinDefinition,
  around: Around,
  lowering: NodeLowering,
): StatementNode[] {
  const stands = partIn(node, type ?? '')
  const definition = stands && lowering.syntax.definitions[stands.type]
  const isWritten = stands && definition && definition.needs !== undefined && partIn(stands, definition.needs)
  const [first] = names
  if (isWritten && first && partIn(stands, definition.name ?? 'name') === undefined) {
    const kind = kindOf(stands, definition)
    if (kind !== 'function' && kind !== 'variable' && kind !== 'field' && kind !== 'alias')
      return [classOf(stands, declaredIn(first, lowering)?.name ?? first, kind, definition, around, lowering)]
  }
  const value: Expression = (isWritten ? undefined : typeOf(stands, lowering)) ?? {
    ...spanOf(node),
    kind: 'other',
    parts: [],
  }
  const aliases = names.flatMap((each): StatementNode[] => {
    const declared = declaredIn(each, lowering)
    if (declared === undefined) return []
    return [{ ...spanOf(around.whole), ...saidOf(declared.name, node, around, lowering), kind: 'alias', value: value }]
  })
  return isWritten ? [...lowering.statements(stands), ...aliases] : aliases
}

function variablesOf(
  node: SyntaxNode,
  names: readonly SyntaxNode[],
  kind: 'variable' | 'field',
  definition: ThinDefinition,
  around: Around,
  lowering: NodeLowering,
): StatementNode[] {
  const held = partIn(node, definition.value ?? '')
  // A constant of an enum may have members of its own
  const body = names[0] && kind === 'field' ? partIn(node, definition.body ?? 'body') : undefined
  const rest = node.children.filter(
    (child) => child.named && !names.includes(child) && child !== held && child !== body,
  )
  const parts: (Expression | StatementNode)[] = rest.flatMap((child) => lowering.statements(child))
  if (body)
    parts.push(
      classBelow({ ...spanOf(body), kind: 'self' }, textOf(names[0] as SyntaxNode, lowering.text), body, lowering),
    )
  const values = valuesIn(held, names.length, lowering)
  const isShared = values.length > 0 && values.length < names.length
  const made = names.flatMap((each, at): StatementNode[] => {
    const declared = declaredIn(each, lowering)
    if (declared === undefined) return lowering.statements(each)
    if (declared.parameters && !lowering.isLocal)
      return [placed(functionOf(node, declared, definition, around, lowering), declared, around, lowering)]
    const value = valuesIn(declared.value, 1, lowering)[0] ?? (isShared ? undefined : values[at])
    return [variableOf(declared, value, node, kind, definition, around, lowering)]
  })
  const targets = names.map((each) => nameNode(each, lowering.text))
  const shared = isShared ? localsIn(targets, node, { value: definition.value }, lowering) : []
  return [...made, ...shared, { ...spanOf(node), kind: 'other', parts }]
}

function variableOf(
  { name: at, type, isList }: DeclaredName,
  value: Expression | undefined,
  node: SyntaxNode,
  kind: 'variable' | 'field',
  definition: ThinDefinition,
  around: Around,
  lowering: NodeLowering,
): StatementNode {
  const { doc, exported } = saidOf(at, node, around, lowering)
  const written = typeOf(type ?? partIn(node, definition.type ?? ''), lowering, isList)
  return {
    ...spanOf(around.whole),
    kind: 'assign',
    target: nameNode(at, lowering.text),
    declares: kind === 'field' ? 'field' : 'var',
    doc,
    exported,
    ...(written && { type: written }),
    ...(value && { value }),
  }
}

/** A function; without a name, one that is a value. */
export function functionOf(
  node: SyntaxNode,
  declared: DeclaredName | undefined,
  definition: ThinDefinition,
  around: Around,
  lowering: NodeLowering,
): FunctionNode {
  const body = partIn(node, definition.body ?? 'body')
  const lists = (definition.parameters ?? []).map((role) => partIn(node, role))
  const returns = typeOf(declared?.type ?? partIn(node, definition.type ?? ''), lowering)
  const marks = definition.marks?.(node, lowering.text) ?? []
  const form = declared === undefined ? (['arrow'] as const) : body === undefined ? (['declared'] as const) : []
  const first = (definition.first ?? []).flatMap((role) => lowering.body(partIn(node, role)))
  const receivers = parametersIn(partIn(node, definition.owner ?? ''), lowering).map(localOf)
  return {
    ...spanOf(around.whole),
    ...(declared ? saidOf(declared.name, node, around, lowering) : { at: node.start }),
    kind: 'function',
    parameters: [...lists, declared?.parameters].flatMap((list) => parametersIn(list, lowering)),
    ...(returns && { returns }),
    typeParameters: typeParametersIn(node, definition, around, lowering),
    body: [...receivers, ...first, ...bodyOf(body, lowering.within(true))],
    decorators: [],
    marks: [...form, ...marks],
    headStart: around.whole.start,
    headEnd: body?.start ?? node.end,
  }
}

/** A body may be one expression. */
function bodyOf(body: SyntaxNode | undefined, lowering: NodeLowering): readonly StatementNode[] {
  const [only, ...rest] = body ? lowering.statements(body) : []
  if (only === undefined) return []
  return only.kind === 'other' ? [...only.parts.map(asStatement), ...rest] : [only, ...rest]
}

const asStatement = (part: Expression | StatementNode): StatementNode => part as StatementNode

/** A function as a member of the type that it is written for, if it does not stand in that. */
function placed(
  made: FunctionNode,
  declared: DeclaredName | undefined,
  { whole }: Around,
  { syntax, text, expression }: NodeLowering,
  owner?: SyntaxNode,
): StatementNode {
  if (declared === undefined) return made
  const { name } = declared
  const type = owner && [...below(owner)].find((each) => isIn(syntax.types, each))
  const written = type ? nameNode(type, text) : syntax.members[name.type] ? bare(expression(name)) : undefined
  if (written === undefined || (!type && written.kind !== 'member')) return made
  const target: Expression =
    written.kind === 'member' ? written : { ...spanOf(name), kind: 'member', object: written, name: textOf(name, text) }
  const value = { ...made, name: target.name }
  return { ...spanOf(whole), kind: 'assign', target, value, exported: made.exported }
}

/** A type without its arguments. */
function bare(type: Expression): Expression {
  if (type.kind === 'subscript') return bare(type.object)
  return type.kind === 'member' ? { ...type, object: bare(type.object) } : type
}

function typeParametersIn(
  node: SyntaxNode,
  { typeParameters }: ThinDefinition,
  { whole }: Around,
  { syntax, text }: NodeLowering,
) {
  const list = partIn(node, typeParameters ?? '') ?? whole.children.find((each) => isIn(syntax.groupParameters, each))
  return (list?.children ?? []).flatMap((each) => {
    const name = each.named && [...below(each)].find((part) => isIn(syntax.types, part) || isIn(syntax.names, part))
    return name ? [textOf(name, text)] : []
  })
}

function classOf(
  node: SyntaxNode,
  name: SyntaxNode,
  form: Exclude<ThinKind, 'function' | 'alias' | 'variable' | 'field'>,
  definition: ThinDefinition,
  around: Around,
  lowering: NodeLowering,
): ClassNode {
  const body = partIn(node, definition.body ?? 'body')
  const brace = body && braceOf(body)
  const path = pathOf(bare(lowering.expression(name)))?.join('.')
  const said = saidOf(name, node, around, lowering)
  const fields = (definition.parameters ?? []).flatMap((role) => parametersIn(partIn(node, role), lowering))
  return {
    ...spanOf(around.whole),
    ...said,
    name: path ?? said.name,
    kind: 'class',
    form: form === 'extension' ? 'class' : form,
    isExtension: form === 'extension',
    typeParameters: typeParametersIn(node, definition, around, lowering),
    bases: (definition.bases?.(node) ?? []).map(lowering.expression),
    implemented: [],
    keywords: [],
    body: [...fields.map(fieldOf), ...membersIn(body, lowering.within(false))],
    decorators: [],
    headStart: around.whole.start,
    headEnd: brace?.start ?? body?.start ?? node.end,
  }
}

/** Where the members of a body begin, if it has braces. */
function braceOf(body: SyntaxNode): SyntaxNode | undefined {
  const first = [...below(body)].find(({ type, named, children }) => type === '{' || (named && children.length === 0))
  return first?.type === '{' ? first : undefined
}

/** The receiver is no argument. */
const localOf = (parameter: Parameter): StatementNode => ({ ...fieldOf(parameter), declares: 'var' })

const fieldOf = ({ start, end, target, type }: Parameter): AssignNode => ({
  start,
  end,
  kind: 'assign',
  target,
  declares: 'field',
  ...(type && { type }),
})

/** What stands in a body, or in the lists in it. */
const membersIn = (node: SyntaxNode | undefined, lowering: NodeLowering): StatementNode[] =>
  bodyOf(node, lowering).flatMap(flattened)

const flattened = (part: Expression | StatementNode): StatementNode[] =>
  part.kind === 'other' ? part.parts.flatMap(flattened) : [asStatement(part)]

/** A class without a name, of which an instance is made where it is written. */
export const classBelow = (base: Expression, label: string, body: SyntaxNode, lowering: NodeLowering): ClassNode => ({
  ...spanOf(body),
  kind: 'class',
  form: 'class',
  at: body.start,
  bases: [base],
  label: /[\p{L}\p{N}_$]+/u.exec(label)?.[0] ?? label,
  implemented: [],
  keywords: [],
  body: membersIn(body, lowering.within(false)),
  decorators: [],
  headStart: body.start,
  headEnd: body.start,
})
