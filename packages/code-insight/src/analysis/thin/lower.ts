import type { SyntaxNode } from '../syntax.ts'
import type { Expression, ImportNode, ModuleNode, StatementNode } from '../tree.ts'
import { definitionsOf } from './definitions.ts'
import { expressionOf } from './expressions.ts'
import { declaredIn, isIn, localsIn, type NodeLowering, nameNode, partsOf, spanOf } from './lowering.ts'
import { below, partIn, type ThinLocal, type ThinSyntax, textOf } from './syntax.ts'

/** Lowers files by what a grammar's types of nodes mean; what means nothing is an `other` with its parts. */
export const thinLowering =
  (syntax: ThinSyntax) =>
  (root: SyntaxNode, text: string): ModuleNode => {
    const lowering = loweringOf(syntax, text)
    const errors = [...below(root)].filter(({ type }) => type === 'ERROR')
    const declared = root.children.find(({ type }) => syntax.packages?.[type] !== undefined)
    const name = declared && partIn(declared, syntax.packages?.[declared.type] ?? '')
    const rest = bodyOf(root, lowering)
    const body = [...lowering.imports, ...rest]
    const made = { ...spanOf(root), kind: 'module', body, doc: fileDoc(root, lowering), errors } as const
    return name ? { ...made, package: packageName(textOf(name, text)) } : made
  }

function loweringOf(syntax: ThinSyntax, text: string): NodeLowering {
  const imports: ImportNode[] = []
  const made = (isLocal: boolean): NodeLowering => ({
    syntax,
    text,
    imports,
    isLocal,
    within: (other) => (other ? local : outer),
    body: (node, doc) => bodyOf(node, isLocal ? local : outer, doc),
    statements: (node) => statementsOf(node, undefined, undefined, isLocal ? local : outer),
    expression: (node) => expressionOf(node, isLocal ? local : outer),
  })
  const [outer, local] = [made(false), made(true)]
  return outer
}

/** The parts of a name are joined by dots, however they are written. */
const packageName = (written: string): string =>
  written
    .split(/[^\p{L}\p{N}_$]+/u)
    .filter(Boolean)
    .join('.')

/** The children that are no tokens, each with the comment that stands right before it. `doc`: of the first one. */
function* documented(
  node: SyntaxNode,
  { syntax, text }: NodeLowering,
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

/** Without what marks it as a comment, or as a part of a document (`<summary>`); what starts a script is no comment. */
function firstLine(comment: string): string | undefined {
  if (comment.startsWith('#!/')) return undefined
  const line = /^[\s/*#!-]*(?:<\w+>\s*)*([^\n<]*?\w.*?)(?:\s*<\/\w+>)*[\s*/-]*$/m.exec(comment)?.[1]
  return line
}

/** What stands before the first thing in a file is about the file, unless it is the documentation of a definition. */
function fileDoc(root: SyntaxNode, lowering: NodeLowering): string | undefined {
  const { definitions, groups } = lowering.syntax
  for (const [child, doc] of documented(root, lowering))
    return definitions[child.type] || isIn(groups, child) ? undefined : doc
  return undefined
}

function bodyOf(node: SyntaxNode | undefined, lowering: NodeLowering, doc?: string): StatementNode[] {
  if (node === undefined) return []
  return [...documented(node, lowering, doc)].flatMap(([child, said]) => statementsOf(child, said, undefined, lowering))
}

/** `group`: what stands around a single definition, with its keyword. */
function statementsOf(
  node: SyntaxNode,
  doc: string | undefined,
  group: SyntaxNode | undefined,
  lowering: NodeLowering,
): StatementNode[] {
  const { syntax, text } = lowering
  const definition = syntax.definitions[node.type]
  if (definition && (definition.needs === undefined || partIn(node, definition.needs)))
    return definitionsOf(node, definition, { doc, whole: group ?? node }, lowering)
  const imported = syntax.imports[node.type]?.(node, text)
  if (imported) {
    for (const each of [imported].flat()) lowering.imports.push({ ...spanOf(node), ...each, kind: 'import' })
    return []
  }
  const whole = syntax.exports?.[node.type]?.(node, text)
  if (whole !== undefined) return [{ ...spanOf(node), kind: 'export', bindings: [{ exported: '*', imported: whole }] }]
  const locals = syntax.locals[node.type]
  if (locals !== undefined) {
    const body = localsOf(node, locals, lowering)
    return isIn(syntax.blocks, node) ? [{ ...spanOf(node), kind: 'block', body }] : body
  }
  if (isIn(syntax.groups, node)) {
    const parts = [...documented(node, lowering, doc)].filter(([part]) => !isIn(syntax.groupParameters, part))
    const isSingle = parts.length === 1 && node.children[0]?.type !== '{'
    return parts.flatMap(([part, own]) =>
      statementsOf(part, own ?? doc, isSingle ? (group ?? node) : undefined, lowering),
    )
  }
  const value = expressionOf(node, lowering)
  if (isIn(syntax.blocks, node) && value.kind === 'other')
    return [{ ...spanOf(node), kind: 'block', body: value.parts as StatementNode[] }]
  return value.kind === 'other' ? [value] : [{ ...spanOf(node), kind: 'evaluate', value }]
}

/** What is given to a local variable gets no name by that. */
function localsOf(node: SyntaxNode, local: string | ThinLocal, lowering: NodeLowering): StatementNode[] {
  const roles = typeof local === 'string' ? { name: local } : local
  const { names } = lowering.syntax
  const held = node.children.filter(({ field }) => field === roles.name)
  const targets = (held.length > 0 ? held : [partIn(node, roles.name)].filter((each) => each !== undefined)).map(
    (each) => [each, targetsIn(each, lowering)] as const,
  )
  const read = [roles.type, roles.value, roles.each].map((role) => partIn(node, role ?? ''))
  const others = node.children.filter(
    (child) =>
      child.named && !read.includes(child) && !targets.some(([each, found]) => each === child && found.length > 0),
  )
  const declared = targets.flatMap(([, found]) => found)
  // What is only localsIn to is a member of something else
  if (declared.length === 0) return [{ ...spanOf(node), kind: 'other', parts: lowering.body(node) }]
  const parts = others.flatMap((child) => lowering.statements(child))
  return [...localsIn(declared, node, roles, lowering), partsOf(node, parts) as StatementNode]

  function targetsIn(each: SyntaxNode, { text }: NodeLowering): readonly Expression[] {
    const name = declaredIn(each, lowering)?.name
    if (name && isIn(names, name)) return [nameNode(name, text)]
    const member = lowering.syntax.members[each.type] ? expressionOf(each, lowering) : undefined
    if (member?.kind === 'member' && member.object.kind === 'self') return [member]
    return each.children.filter((child) => isIn(names, child)).map((child) => nameNode(child, text))
  }
}
