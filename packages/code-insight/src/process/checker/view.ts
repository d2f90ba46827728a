import type ts from 'typescript'
import type { TypeScript } from './compiler.ts'

/** One state of a shard's program: what resolving its calls needs. */
export interface ShardView {
  readonly ts: TypeScript
  readonly checker: ts.TypeChecker
  /** The project's own files in the program, those of other packages too. */
  readonly files: readonly ts.SourceFile[]
  /** Whether a file is the project's own source, and no library's or declaration file. */
  isOwn(file: ts.SourceFile): boolean
}

/** Whether a declaration is in the project's own source. */
export const isOwnNode = (view: ShardView, node: ts.Node): boolean => view.isOwn(node.getSourceFile())

/** The members of a union or an intersection; a type parameter's constraint. */
export function constituents(view: ShardView, type: ts.Type): readonly ts.Type[] {
  if (type.isUnionOrIntersection()) return type.types.flatMap((each) => constituents(view, each))
  if (!(type.flags & (view.ts.TypeFlags.Instantiable | view.ts.TypeFlags.TypeParameter))) return [type]
  const constraint = view.checker.getBaseConstraintOfType(type)
  return constraint && constraint !== type ? constituents(view, constraint) : [type]
}

/** The symbol that a name, or the last name of an access, means; imports are followed. */
export function symbolAt(view: ShardView, node: ts.Expression): ts.Symbol | undefined {
  const { ts } = view
  const name = lastName(ts, node)
  const symbol = name && view.checker.getSymbolAtLocation(name)
  return symbol && aliasTarget(view, symbol)
}

/** The symbol that an imported or re-exported name refers to. */
export function aliasTarget(view: ShardView, symbol: ts.Symbol): ts.Symbol {
  if (!(symbol.flags & view.ts.SymbolFlags.Alias)) return symbol
  const found = view.checker.getAliasedSymbol(symbol)
  return found.declarations ? found : symbol
}

/** The name of an identifier, or the last one of an access: `b` of `a.b`, `'b'` of `a['b']`. */
export function lastName(ts: TypeScript, node: ts.Expression): ts.Node | undefined {
  if (ts.isIdentifier(node)) return node
  if (ts.isPropertyAccessExpression(node)) return node.name
  if (!ts.isElementAccessExpression(node)) return undefined
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression : undefined
}

/** The expression without what changes nothing about its value: parentheses, casts, `!`. */
export function plain(ts: TypeScript, node: ts.Expression): ts.Expression {
  let at = node
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isSatisfiesExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isTypeAssertionExpression(at) ||
    ts.isExpressionWithTypeArguments(at)
  ) {
    at = at.expression
  }
  return at
}

/** The object of an access: `a` of `a.b`. */
export function receiverOf(ts: TypeScript, node: ts.Node): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node.expression : undefined
}
