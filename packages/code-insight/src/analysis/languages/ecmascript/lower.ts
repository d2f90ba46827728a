import type { SyntaxNode } from '../../syntax.ts'
import type { AssignNode, Body, Expression, ModuleNode, StatementNode } from '../../tree.ts'
import { classOf } from './classes.ts'
import { declarations } from './declarations.ts'
import { docType } from './doc-types.ts'
import { docOf, fileDoc, isDoc, type NamedDocType } from './docs.ts'
import { withExports } from './exported.ts'
import { expressions } from './expressions.ts'
import { flowStatements } from './flow-statements.ts'
import { functionOf } from './functions.ts'
import type { ScriptExpression, ScriptLowering, ScriptStatement, Setting } from './lowering.ts'
import { modules } from './modules.ts'
import { patterns } from './patterns.ts'
import { isComment, parts, span } from './reading.ts'
import { types } from './types.ts'

/** How deep constructs may nest; beyond that, an error is noted and the rest is passed over. */
const DEEPEST = 500

const statements: Readonly<Record<string, ScriptStatement>> = { ...flowStatements, ...declarations, ...modules }

/** The neutral tree of a file of JavaScript or TypeScript. `hasDocTypes`: types in documentation comments count. */
export function lowerModule(root: SyntaxNode, text: string, hasDocTypes: boolean): ModuleNode {
  const file = new FileLowering(text, hasDocTypes)
  const body = file.body(root)
  return {
    kind: 'module',
    body: withExports(body),
    doc: fileDoc(root, text),
    errors: [...unparsed(root, text), ...file.tooDeep].sort((a, b) => a.start - b.start),
    ...span(root),
  }
}

class FileLowering implements ScriptLowering {
  readonly text: string
  readonly hasDocTypes: boolean
  readonly typeParameters: ReadonlyMap<string, Expression>[] = []
  readonly tooDeep: { readonly start: number; readonly end: number }[] = []
  private depth = 0

  constructor(text: string, hasDocTypes: boolean) {
    this.text = text
    this.hasDocTypes = hasDocTypes
  }

  expression(node: SyntaxNode, setting: Setting = {}): Expression {
    return this.lowered(expressions[node.type], node, setting)
  }

  target(node: SyntaxNode): Expression {
    return this.lowered(patterns[node.type] ?? expressions[node.type], node, {})
  }

  type(node: SyntaxNode): Expression {
    return this.lowered(types[node.type] ?? this.otherType, node, {})
  }

  function(node: SyntaxNode, setting?: Setting): ReturnType<ScriptLowering['function']> {
    return functionOf(node, this, setting)
  }

  class(node: SyntaxNode, setting?: Setting): ReturnType<ScriptLowering['class']> {
    return classOf(node, this, setting)
  }

  statement(node: SyntaxNode, setting: Setting = {}): readonly StatementNode[] {
    if (this.isTooDeep(node)) return []
    const rule = statements[node.type] ?? this.loose
    this.depth++
    const lowered = rule(node, this, setting)
    this.depth--
    return lowered
  }

  body(node: SyntaxNode | undefined): Body {
    if (node === undefined) return []
    if (!BLOCKS.has(node.type)) return this.statement(node)
    const found: StatementNode[] = []
    let doc: SyntaxNode | undefined
    for (const each of node.children) {
      if (isDoc(each, this.text)) {
        doc = each
        if (this.hasDocTypes) found.push(...this.typedefs(each))
      }
      if (!each.named || isComment(each)) continue
      found.push(...this.statement(each, doc === undefined ? {} : { doc: docOf(doc, this.text) }))
      doc = undefined
    }
    return found
  }

  private typedefs(comment: SyntaxNode): readonly StatementNode[] {
    if (!this.text.slice(comment.start, comment.end).includes('@typedef')) return []
    return docOf(comment, this.text).named.map((named) => namedType(named, comment))
  }

  private lowered(rule: ScriptExpression | undefined, node: SyntaxNode, setting: Setting): Expression {
    if (this.isTooDeep(node)) return { kind: 'other', parts: [], ...span(node) }
    this.depth++
    const value = rule === undefined ? this.unknown(node) : rule(node, this, setting)
    this.depth--
    return value
  }

  /** What has no rule, with all that is in it. */
  private unknown(node: SyntaxNode): Expression {
    const inner = parts(node).flatMap((part): readonly (Expression | StatementNode)[] => {
      if (Object.hasOwn(expressions, part.type)) return [this.expression(part)]
      return this.statement(part)
    })
    return { kind: 'other', parts: inner, ...span(node) }
  }

  /** Where a statement is expected: an expression, a member without its class, or an error with what is in it. */
  private readonly loose: ScriptStatement = (node, _, setting) => {
    if (node.type === 'method_definition') return [this.function(node, setting)]
    if (Object.hasOwn(expressions, node.type))
      return [{ kind: 'evaluate', value: this.expression(node), ...span(node) }]
    return parts(node).flatMap((part) => this.statement(part))
  }

  private readonly otherType: ScriptExpression = (node) => ({
    kind: 'other',
    parts: parts(node).map((part) => this.type(part)),
    ...span(node),
  })

  private isTooDeep(node: SyntaxNode): boolean {
    if (this.depth < DEEPEST) return false
    if (this.tooDeep.length < 100) this.tooDeep.push(span(node))
    return true
  }
}

/** A type that a comment names: one with members if they are listed. */
function namedType({ name, type, properties }: NamedDocType, comment: SyntaxNode): StatementNode {
  const place = span(comment)
  const named = { name, at: comment.start, exported: true, ...place }
  if (properties.size === 0) return { kind: 'alias', value: docType(type), ...named }
  const members = [...properties].map(([property, its]): AssignNode => {
    const target = { kind: 'name', name: property, start: its.start, end: its.start } as const
    return { kind: 'assign', target, declares: 'field', type: docType(its), start: its.start, end: its.start }
  })
  const head = { headStart: type.start, headEnd: type.start + type.text.length }
  const none = { bases: [], implemented: [], keywords: [], decorators: [] }
  return { kind: 'class', form: 'type', body: members, ...named, ...none, ...head }
}

const BLOCKS = new Set(['program', 'statement_block', 'class_body', 'interface_body'])

/** Words of imports, exports and type parameters that the grammars do not know; what they stand in is understood. */
const KNOWN: readonly (readonly [within: RegExp, words: RegExp])[] = [
  [/^(?:im|ex)port_statement$/, /^(?:type|typeof|defer|source)$/],
  [/^type_parameters?$/, /^(?:out\s+)?\w+$/],
]

/** Where the parser gave up, outermost only. */
function unparsed(root: SyntaxNode, text: string): readonly { readonly start: number; readonly end: number }[] {
  const errors: { readonly start: number; readonly end: number }[] = []
  const waiting: SyntaxNode[] = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
    for (const each of node.children)
      if (each.type !== 'ERROR') waiting.push(each)
      else if (!isKnown(node.type, text.slice(each.start, each.end))) errors.push(span(each))
  return root.type === 'ERROR' ? [span(root)] : errors
}

const isKnown = (within: string, unparsed: string): boolean =>
  KNOWN.some(([place, words]) => place.test(within) && words.test(unparsed))
