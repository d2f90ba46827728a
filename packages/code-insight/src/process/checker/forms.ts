import type ts from 'typescript'
import type { TypeScript } from './compiler.ts'
import type { MemberDeclaration } from './hierarchy.ts'

/** The value that JavaScript assigns where a property is declared by that: `exports.x = …`, `Foo.prototype.bar = …`. */
export function assignedTo(ts: TypeScript, node: ts.Node): ts.Expression | undefined {
  const at = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node) ? node.parent : node
  if (!ts.isBinaryExpression(at) || at.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined
  return at.right
}

/** Whether a name is declared by an import. */
export function isImport(ts: TypeScript, node: ts.Node): boolean {
  return (
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportEqualsDeclaration(node) ||
    ts.isExportSpecifier(node)
  )
}

/** Whether a member only states one of the signatures of a method that stands beside it. */
export function isOverloadOf(ts: TypeScript, node: ts.Node): boolean {
  if (!ts.isMethodDeclaration(node) || node.body || !ts.isClassLike(node.parent)) return false
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) === 0
}

/** Whether no class that extends this one can replace the member. */
export function isStaticOrPrivate(ts: TypeScript, node: ts.Node): boolean {
  if (!ts.isClassElement(node)) return false
  const { Static, Private } = ts.ModifierFlags
  const isHidden = node.name !== undefined && ts.isPrivateIdentifier(node.name)
  return isHidden || (ts.getCombinedModifierFlags(node) & (Static | Private)) !== 0
}

/** Whether a node is a member of a class, an interface or an object literal. */
export function isMember(ts: TypeScript, node: ts.Node): node is MemberDeclaration {
  return ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElementLike(node)
}

/** Where a name that an import declares comes from: the text of the module's name. */
export function moduleOf(ts: TypeScript, node: ts.Node): string | undefined {
  let at: ts.Node | undefined = node
  while (at && !ts.isImportDeclaration(at) && !ts.isExportDeclaration(at) && !ts.isImportEqualsDeclaration(at)) {
    at = ts.isSourceFile(at) ? undefined : at.parent
  }
  if (!at) return undefined
  if (!ts.isImportEqualsDeclaration(at)) return textOf(ts, at.moduleSpecifier)
  return ts.isExternalModuleReference(at.moduleReference) ? textOf(ts, at.moduleReference.expression) : undefined
}

/** The module of `require('m')` or `import('m')`. */
export function requiredModule(ts: TypeScript, node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const { expression } = node
  const isRequire = ts.isIdentifier(expression) && expression.text === 'require'
  return isRequire || expression.kind === ts.SyntaxKind.ImportKeyword ? textOf(ts, node.arguments[0]) : undefined
}

const textOf = (ts: TypeScript, node: ts.Node | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined

/** What a function returns; undefined where its result is not just that: a promise, an iterator. */
export function returnsOf(ts: TypeScript, node: ts.Node): ts.Expression[] | undefined {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return undefined
  if (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Async) return undefined
  if ('asteriskToken' in node && node.asteriskToken) return undefined
  const body = node.body as ts.ConciseBody
  if (!ts.isBlock(body)) return [body]
  const values: ts.Expression[] = []
  const visit = (each: ts.Node): void => {
    if (ts.isReturnStatement(each) && each.expression) values.push(each.expression)
    else if (!ts.isFunctionLike(each) && !ts.isClassLike(each)) ts.forEachChild(each, visit)
  }
  visit(body)
  return values
}

/** The expressions that a value may be one of: `a ? b : c`, `a || b`, the right side of an assignment. */
export function choicesOf(ts: TypeScript, node: ts.Expression): readonly ts.Expression[] | undefined {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse]
  if (!ts.isBinaryExpression(node)) return undefined
  const { AmpersandAmpersandToken, CommaToken, EqualsToken, BarBarToken, QuestionQuestionToken } = ts.SyntaxKind
  const { kind } = node.operatorToken
  if (kind === CommaToken || kind === EqualsToken || kind === AmpersandAmpersandToken) return [node.right]
  return kind === BarBarToken || kind === QuestionQuestionToken ? [node.left, node.right] : undefined
}

type MethodCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression }

/** `f.bind(…)`. */
export const isBind = (ts: TypeScript, node: ts.CallExpression): node is MethodCall =>
  ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'bind'

/** Whether an expression says more than its type does. */
export function isTelling(ts: TypeScript, node: ts.Expression): boolean {
  return (
    ts.isFunctionExpression(node) ||
    ts.isArrowFunction(node) ||
    ts.isClassExpression(node) ||
    choicesOf(ts, node) !== undefined ||
    ts.isIdentifier(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node)
  )
}
