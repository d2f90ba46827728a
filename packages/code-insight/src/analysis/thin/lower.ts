import type { SyntaxNode } from '../syntax.ts'
import type { AssignNode, ClassNode, Expression, FunctionNode, ModuleNode, Parameter, StatementNode } from '../tree.ts'
import { below, childIn, type ThinDefinition, type ThinKind, type ThinSyntax, textOf } from './syntax.ts'

/** Lowers files by what a grammar's types of nodes mean; what means nothing is an `other` with its parts. */
export const thinLowering =
  (syntax: ThinSyntax) =>
  (root: SyntaxNode, text: string): ModuleNode => {
    const lowering: Lowering = { syntax, text }
    const errors = [...below(root)].filter(({ type }) => type === 'ERROR')
    return { ...spanOf(root), kind: 'module', body: bodyOf(root, lowering), doc: fileDoc(root, lowering), errors }
  }

interface Lowering {
  readonly syntax: ThinSyntax
  readonly text: string
}

interface Span {
  readonly start: number
  readonly end: number
}

const spanOf = ({ start, end }: Span): Span => ({ start, end })
const isIn = (types: readonly string[], { type }: SyntaxNode): boolean => types.includes(type)

/** The children that are no tokens, each with the comment that stands right before it. `doc`: of the first one. */
function* documented(
  node: SyntaxNode,
  { syntax, text }: Lowering,
  doc?: string,
): Iterable<[SyntaxNode, string | undefined]> {
  let [said, end] = [doc, node.start]
  for (const child of node.children) {
    const isNear = (text.slice(end, child.start).match(/\n/g)?.length ?? 0) < 2
    if (isIn(syntax.comments, child)) {
      // The first line of a comment of several
      said = (isNear ? said : undefined) ?? firstLine(textOf(child, text))
    } else if (child.named) {
      yield [child, isNear || end === node.start ? said : undefined]
      said = undefined
    }
    end = child.end
  }
}

const firstLine = (comment: string): string | undefined => /^[\s/*#!-]*([^\n]*?\w.*?)[\s*/-]*$/m.exec(comment)?.[1]

/** What stands before the first thing in a file is about the file, unless it is the documentation of a definition. */
function fileDoc(root: SyntaxNode, lowering: Lowering): string | undefined {
  const { definitions, groups } = lowering.syntax
  for (const [child, doc] of documented(root, lowering))
    return definitions[child.type] || isIn(groups, child) ? undefined : doc
  return undefined
}

function bodyOf(node: SyntaxNode | undefined, lowering: Lowering, doc?: string): StatementNode[] {
  if (node === undefined) return []
  return [...documented(node, lowering, doc)].flatMap(([child, said]) => statementsOf(child, said, undefined, lowering))
}

/** `group`: what stands around a single definition, with its keyword. */
function statementsOf(
  node: SyntaxNode,
  doc: string | undefined,
  group: SyntaxNode | undefined,
  lowering: Lowering,
): StatementNode[] {
  const { syntax, text } = lowering
  const definition = syntax.definitions[node.type]
  if (definition) return definitionsOf(node, definition, { doc, whole: group ?? node }, lowering)
  const imported = syntax.imports[node.type]?.(node, text)
  if (imported) return [{ ...spanOf(node), ...imported, kind: 'import' }]
  const locals = syntax.locals[node.type]
  if (locals !== undefined) return localsOf(node, locals, lowering)
  if (isIn(syntax.groups, node)) {
    const parts = [...documented(node, lowering, doc)]
    return parts.flatMap(([part, own]) =>
      statementsOf(part, own ?? doc, parts.length === 1 ? (group ?? node) : undefined, lowering),
    )
  }
  const value = expressionOf(node, lowering)
  return value.kind === 'other' ? [value] : [{ ...spanOf(node), kind: 'evaluate', value }]
}

/** Where a definition stands, and what is said of it. */
interface Around {
  readonly doc: string | undefined
  readonly whole: SyntaxNode
}

function definitionsOf(
  node: SyntaxNode,
  definition: ThinDefinition,
  around: Around,
  lowering: Lowering,
): StatementNode[] {
  const kind = kindOf(node, definition)
  const role = definition.name ?? 'name'
  const names = node.children.filter(({ field, named }) => field === role && named)
  if (kind === 'variable' || kind === 'field') {
    const rest = node.children.filter((child) => child.named && !names.includes(child))
    const parts = rest.map((child) => expressionOf(child, lowering))
    return [...names.map((name) => variableOf(name, kind, around, lowering)), { ...spanOf(node), kind: 'other', parts }]
  }
  const [name] = names
  if (kind === 'function') return [functionOf(node, name, definition, around, lowering)]
  if (name === undefined) return bodyOf(node, lowering)
  if (kind !== 'alias') return [classOf(node, name, kind, definition, around, lowering)]
  const value: Expression = { ...spanOf(node), kind: 'other', parts: [] }
  return [{ ...spanOf(around.whole), ...saidOf(name, around, lowering), kind: 'alias', value }]
}

function kindOf(node: SyntaxNode, { kind }: ThinDefinition): ThinKind {
  if (typeof kind === 'string') return kind
  return kind.kinds[childIn(node, kind.role)?.type ?? ''] ?? kind.else
}

const saidOf = (node: SyntaxNode, { doc }: Around, { syntax, text }: Lowering) => {
  const name = textOf(node, text)
  return { name, at: node.start, doc, exported: syntax.isPublic(name) }
}

function variableOf(node: SyntaxNode, kind: 'variable' | 'field', around: Around, lowering: Lowering): AssignNode {
  const { name, doc, exported } = saidOf(node, around, lowering)
  const target: Expression = { ...spanOf(node), kind: 'name', name }
  return {
    ...spanOf(around.whole),
    kind: 'assign',
    target,
    declares: kind === 'field' ? 'field' : 'var',
    doc,
    exported,
  }
}

function functionOf(
  node: SyntaxNode,
  name: SyntaxNode | undefined,
  definition: ThinDefinition,
  around: Around,
  lowering: Lowering,
): FunctionNode | AssignNode {
  const body = childIn(node, definition.body ?? 'body')
  const made: FunctionNode = {
    ...spanOf(around.whole),
    ...(name ? saidOf(name, around, lowering) : { at: node.start }),
    kind: 'function',
    parameters: (definition.parameters ?? []).flatMap((role) => parametersIn(childIn(node, role), lowering)),
    body: bodyOf(body, lowering),
    decorators: [],
    marks: name === undefined ? ['arrow'] : body === undefined ? ['bodiless'] : [],
    headStart: around.whole.start,
    headEnd: body?.start ?? node.end,
  }
  const receiver = definition.owner === undefined ? undefined : childIn(node, definition.owner)
  const type = receiver && [...below(receiver)].find((each) => isIn(lowering.syntax.types, each))
  if (name === undefined || type === undefined) return made
  const object: Expression = { ...spanOf(type), kind: 'name', name: textOf(type, lowering.text) }
  const target: Expression = { ...spanOf(name), kind: 'member', object, name: textOf(name, lowering.text) }
  return { ...spanOf(around.whole), kind: 'assign', target, value: made, exported: made.exported }
}

function parametersIn(list: SyntaxNode | undefined, { syntax, text }: Lowering): readonly Parameter[] {
  if (list === undefined) return []
  const names = [...below(list)].filter((each) => each.field === 'name' && isIn(syntax.names, each))
  return names.map((each) => {
    const target: Expression = { ...spanOf(each), kind: 'name', name: textOf(each, text) }
    return { ...spanOf(each), target, form: 'normal' }
  })
}

function classOf(
  node: SyntaxNode,
  name: SyntaxNode,
  form: ClassNode['form'],
  definition: ThinDefinition,
  around: Around,
  lowering: Lowering,
): ClassNode {
  const body = childIn(node, definition.body ?? 'body')
  const brace = body && [...below(body)].find(({ type }) => type === '{')
  return {
    ...spanOf(around.whole),
    ...saidOf(name, around, lowering),
    kind: 'class',
    form,
    bases: (definition.bases?.(node) ?? []).map((base) => expressionOf(base, lowering)),
    implemented: [],
    keywords: [],
    body: membersIn(body, lowering),
    decorators: [],
    headStart: around.whole.start,
    headEnd: brace?.start ?? body?.start ?? node.end,
  }
}

/** The definitions of a body, or of the lists in it. */
const membersIn = (node: SyntaxNode | undefined, lowering: Lowering): StatementNode[] =>
  bodyOf(node, lowering).flatMap(definitionsAmong)

function definitionsAmong(part: Expression | StatementNode): StatementNode[] {
  if (part.kind === 'other') return part.parts.flatMap(definitionsAmong)
  return part.kind === 'assign' || part.kind === 'function' || part.kind === 'class' || part.kind === 'alias'
    ? [part]
    : []
}

/** What is given to a local variable gets no name by that. */
function localsOf(node: SyntaxNode, role: string, lowering: Lowering): StatementNode[] {
  const { names } = lowering.syntax
  const held = node.children.filter(({ field }) => field === role)
  const declared = held.flatMap((each) =>
    isIn(names, each) ? [each] : each.children.filter((child) => isIn(names, child)),
  )
  const rest = node.children.filter((child) => child.named && !held.includes(child))
  const parts = rest.map((child) => expressionOf(child, lowering))
  const targets = declared.map((each): StatementNode => {
    const target: Expression = { ...spanOf(each), kind: 'name', name: textOf(each, lowering.text) }
    // Until the end of its function, which may be further than its block's
    return { ...spanOf(each), kind: 'assign', target, declares: 'var' }
  })
  return [{ ...spanOf(node), kind: 'other', parts }, ...targets]
}

function expressionOf(node: SyntaxNode, lowering: Lowering): Expression {
  const { syntax, text } = lowering
  if (isIn(syntax.names, node) || isIn(syntax.types, node))
    return { ...spanOf(node), kind: 'name', name: textOf(node, text) }
  const wrapped = childIn(node, syntax.wrappers[node.type] ?? '')
  if (wrapped) return expressionOf(wrapped, lowering)
  const member = syntax.members[node.type]
  const [object, name] = member ? [childIn(node, member.object), childIn(node, member.name)] : []
  if (object && name)
    return { ...spanOf(node), kind: 'member', object: expressionOf(object, lowering), name: textOf(name, text) }
  const call = callOf(node, lowering)
  if (call) return call
  const lambda = syntax.lambdas[node.type]
  if (lambda) return functionOf(node, undefined, lambda, { doc: undefined, whole: node }, lowering) as FunctionNode
  return { ...spanOf(node), kind: 'other', parts: bodyOf(node, lowering) }
}

function callOf(node: SyntaxNode, lowering: Lowering): Expression | undefined {
  const roles = lowering.syntax.calls[node.type]
  const name = roles && childIn(node, roles.callee)
  if (roles === undefined || name === undefined) return undefined
  const object = childIn(node, roles.object ?? '')
  const args = node.children.filter((child) => child.named && child !== name && child !== object)
  const callee: Expression = object
    ? {
        start: object.start,
        end: name.end,
        kind: 'member',
        object: expressionOf(object, lowering),
        name: textOf(name, lowering.text),
      }
    : expressionOf(name, lowering)
  const values = args.map((each) => ({ value: expressionOf(each, lowering) }))
  return { ...spanOf(node), kind: 'call', form: roles.isNew ? 'new' : 'call', callee, args: values }
}
