import type { SyntaxNode } from '../../syntax.ts'
import type { Expression, ModuleNode, StatementNode } from '../../tree.ts'
import { annotationRules } from './annotations.ts'
import { callRules } from './calls.ts'
import { collectionRules } from './collections.ts'
import { controlRules } from './control.ts'
import { definitionRules } from './definitions.ts'
import { expressionRules } from './expressions.ts'
import { importRules } from './imports.ts'
import { type ExpressionRule, type Lowering, partsOf, type StatementRule } from './lowering.ts'
import { publicNames } from './public.ts'
import { assignment, simpleRules } from './statements.ts'
import { docOf, textRules } from './text.ts'

const EXPRESSIONS: ReadonlyMap<string, ExpressionRule> = new Map(
  Object.entries({
    ...expressionRules,
    ...callRules,
    ...collectionRules,
    ...textRules,
    // `b = a = 1`
    assignment,
  }),
)
const ANNOTATIONS: ReadonlyMap<string, ExpressionRule> = new Map(Object.entries(annotationRules))
const STATEMENTS: ReadonlyMap<string, StatementRule> = new Map(
  Object.entries({ ...simpleRules, ...controlRules, ...importRules, ...definitionRules }),
)

/** What is broken in them belongs to their bodies. */
const DEFINITIONS: ReadonlySet<string> = new Set(Object.keys(definitionRules))

/** The neutral tree of a Python file. */
export function lowerModule(root: SyntaxNode, text: string): ModuleNode {
  const names = publicNames(root, text)
  const lowering: Lowering = {
    text,
    expression: (node) => expressionOf(node, lowering),
    annotation: (node) => (node && ANNOTATIONS.get(node.type)?.(node, lowering)) ?? expressionOf(node, lowering),
    body: (node) => (node ? bodyOf(node, lowering) : []),
    scope: 'module',
    yields: false,
    isTyping: false,
    known: new Map(),
    typeParameters: new Map(),
    isPublic: (name) => (names ? names.has(name) : !name.startsWith('_')),
  }
  const { start, end } = root
  const doc = docOf(partsOf(root)[0], lowering)
  // What is added within a block may or may not be
  const isWhole = !/^[ \t].*\b__all__\b/m.test(text)
  return {
    kind: 'module',
    start,
    end,
    body: lowering.body(root),
    doc,
    listed: isWhole ? names && [...names] : undefined,
    errors: errorsIn(root),
  }
}

function expressionOf(node: SyntaxNode | undefined, lowering: Lowering): Expression {
  if (!node) return { kind: 'other', start: 0, end: 0, parts: [] }
  const rule = EXPRESSIONS.get(node.type)
  if (rule) return rule(node, lowering)
  // What has no rule or could not be parsed is kept as the expressions and statements in it
  return { kind: 'other', start: node.start, end: node.end, parts: remains(node, lowering) }
}

function remains(node: SyntaxNode, lowering: Lowering): (Expression | StatementNode)[] {
  return partsOf(node).flatMap((part): readonly (Expression | StatementNode)[] => {
    const statement = STATEMENTS.get(part.type)
    return statement ? statement(part, lowering) : [expressionOf(part, lowering)]
  })
}

/** The statements of a block. A string that is a statement documents what stands before it, or the block. */
function bodyOf(block: SyntaxNode, lowering: Lowering): StatementNode[] {
  const statements: StatementNode[] = []
  for (const part of partsOf(block)) {
    const doc = docOf(part, lowering)
    const last = statements.at(-1)
    if (doc === undefined) statements.push(...statementsOf(part, lowering))
    else if (last && (last.kind === 'assign' || last.kind === 'alias') && last.doc === undefined)
      statements[statements.length - 1] = { ...last, doc }
  }
  return statements
}

function statementsOf(node: SyntaxNode, lowering: Lowering): readonly StatementNode[] {
  const rule = STATEMENTS.get(node.type)
  if (rule) {
    const statements = rule(node, lowering)
    const broken = DEFINITIONS.has(node.type) ? [] : node.children.filter(({ type }) => type === 'ERROR')
    return broken.length === 0 ? statements : [...statements, ...broken.flatMap((error) => bodyOf(error, lowering))]
  }
  // The definitions in what could not be parsed stand where it stands
  if (node.type === 'ERROR' && node.children.length > 0) return bodyOf(node, lowering)
  return [{ kind: 'other', start: node.start, end: node.end, parts: [expressionOf(node, lowering)] }]
}

/** All that could not be parsed, from the outside in. */
function errorsIn(root: SyntaxNode): ModuleNode['errors'] {
  const errors: { start: number; end: number }[] = []
  const open = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === 'ERROR') errors.push({ start: node.start, end: node.end })
    else for (const child of node.children) open.push(child)
  }
  return errors.sort((a, b) => a.start - b.start)
}
