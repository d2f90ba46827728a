import type ts from 'typescript'
import type { TypeScript } from './compiler.ts'

/**
 * The name of an entity within its file, as the outline gives it: `Class.method`, `outer.inner`. Undefined for a
 * function, class or object literal that no declaration binds to a name, and for nodes that define nothing.
 */
export function qualifiedName(ts: TypeScript, node: ts.Node): string | undefined {
  const own = ownName(ts, node)
  if (own === undefined) return undefined
  const parts = [own]
  for (let at = containerOf(ts, node); at; at = containerOf(ts, at)) {
    const name = isScope(ts, at) ? ownName(ts, at) : undefined
    if (name !== undefined) parts.unshift(name)
  }
  return parts.filter((part) => part !== EXPORTS).join('.') || 'default'
}

/** The nearest function with a name that runs the code at this node; undefined at the file's top level. */
export function functionAround(ts: TypeScript, node: ts.Node): ts.SignatureDeclaration | undefined {
  for (let at = runBy(ts, node); at; at = runBy(ts, at)) {
    if (ts.isFunctionLike(at) && ownName(ts, at) !== undefined) return at
  }
  return undefined
}

/** The token that says where an entity stands: its name, else its first keyword. */
export function nameNode(ts: TypeScript, node: ts.Node): ts.Node {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node)) {
    return boundTo(ts, node) ?? node.name ?? firstToken(ts, node)
  }
  if (ts.isObjectLiteralExpression(node)) return boundTo(ts, node) ?? node
  return (node as ts.NamedDeclaration).name ?? firstToken(ts, node)
}

/** The first token after decorators and modifiers. */
function firstToken(ts: TypeScript, node: ts.Node): ts.Node {
  const modifiers = ts.canHaveModifiers(node) ? node.modifiers?.length : undefined
  const decorators = ts.canHaveDecorators(node) ? ts.getDecorators(node) : undefined
  if (!modifiers && !decorators) return node
  const rest = node.getChildren().filter((child) => child.kind !== ts.SyntaxKind.SyntaxList)
  return rest.find((child) => !ts.isJSDoc(child)) ?? node
}

/** What `module.exports = { … }` names: its members have just their own names. */
const EXPORTS = ''

/** The name of one definition, without those around it. */
function ownName(ts: TypeScript, node: ts.Node): string | undefined {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node)) {
    return boundName(ts, node) ?? node.name?.text
  }
  if (ts.isObjectLiteralExpression(node)) return boundName(ts, node)
  if (ts.isConstructorDeclaration(node)) return 'constructor'
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return node.name?.text ?? 'default'
  if (ts.isVariableDeclaration(node)) return ts.isIdentifier(node.name) ? node.name.text : undefined
  if (isMember(ts, node)) return isNamed(ts, node.parent) ? propertyName(ts, node.name) : undefined
  if (ts.isModuleDeclaration(node)) return node.name.text
  if (ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
    return node.name.text
  }
  return undefined
}

type Member =
  | ts.MethodDeclaration
  | ts.AccessorDeclaration
  | ts.PropertyDeclaration
  | ts.MethodSignature
  | ts.PropertySignature
  | ts.EnumMember

function isMember(ts: TypeScript, node: ts.Node): node is Member {
  return (
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertySignature(node) ||
    ts.isEnumMember(node)
  )
}

/** A property's name as it is written in an access: `#x`, `[Symbol.iterator]`, `word` for `'word'`. */
export function propertyName(ts: TypeScript, name: ts.PropertyName): string {
  if (!ts.isComputedPropertyName(name)) return name.text
  const { expression } = name
  return ts.isStringLiteralLike(expression) ? expression.text : `[${expression.getText()}]`
}

function boundName(ts: TypeScript, node: ts.Expression): string | undefined {
  const target = boundTo(ts, node)
  if (!target) return undefined
  const own = ts.isObjectLiteralExpression(node) ? undefined : (node as ts.FunctionExpression).name?.text
  if (ts.isExportAssignment(target)) return own ?? 'default'
  if (ts.isPropertyName(target)) return propertyName(ts, target)
  const name = assignedName(ts, target as ts.Expression)
  return name === EXPORTS && !ts.isObjectLiteralExpression(node) ? (own ?? 'default') : name
}

/** What a declaration or an assignment binds a value to: a name, the target of an assignment, or `export default`. */
function boundTo(ts: TypeScript, node: ts.Expression): ts.Node | undefined {
  const value = outermost(ts, node)
  const { parent } = value
  if (
    (ts.isVariableDeclaration(parent) || ts.isBindingElement(parent)) &&
    parent.initializer === value &&
    ts.isIdentifier(parent.name)
  ) {
    return parent.name
  }
  if (ts.isPropertyDeclaration(parent) && parent.initializer === value) return parent.name
  if (ts.isPropertyAssignment(parent) && parent.initializer === value) {
    return isNamed(ts, parent.parent) ? parent.name : undefined
  }
  if (ts.isExportAssignment(parent)) return parent
  if (!ts.isBinaryExpression(parent) || parent.right !== value || !isAssignment(ts, parent)) return undefined
  return assignedName(ts, parent.left) === undefined ? undefined : parent.left
}

/**
 * Whether the members of a class or an object have names of their own: those of an object literal that is only passed on,
 * as options of a call are, have none.
 */
function isNamed(ts: TypeScript, owner: ts.Node): boolean {
  if (!ts.isObjectLiteralExpression(owner) || boundTo(ts, owner)) return true
  const { parent } = outermost(ts, owner)
  return ts.isReturnStatement(parent) || ts.isArrowFunction(parent)
}

function isAssignment(ts: TypeScript, { operatorToken }: ts.BinaryExpression): boolean {
  const { kind } = operatorToken
  return (
    kind === ts.SyntaxKind.EqualsToken ||
    kind === ts.SyntaxKind.QuestionQuestionEqualsToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken
  )
}

/** The expression with what changes nothing about its value around it: parentheses, casts, `!`. */
function outermost(ts: TypeScript, node: ts.Expression): ts.Expression {
  let at = node
  while (
    ts.isParenthesizedExpression(at.parent) ||
    ts.isAsExpression(at.parent) ||
    ts.isSatisfiesExpression(at.parent) ||
    ts.isNonNullExpression(at.parent) ||
    ts.isTypeAssertionExpression(at.parent)
  ) {
    at = at.parent
  }
  return at
}

/** `Foo.bar` for `Foo.prototype.bar`, `x` for `exports.x` and `this.x`, `default` for `module.exports`. */
function assignedName(ts: TypeScript, target: ts.Expression): string | undefined {
  const path = pathOf(ts, target)
  if (!path) return undefined
  if (path[0] === 'module' && path[1] === 'exports') return path.slice(2).join('.') || EXPORTS
  if (path.length > 1 && (path[0] === 'exports' || path[0] === 'this')) return path.slice(1).join('.')
  return path.filter((part, at) => part !== 'prototype' || at === 0).join('.')
}

function pathOf(ts: TypeScript, node: ts.Expression): string[] | undefined {
  if (ts.isIdentifier(node)) return [node.text]
  if (node.kind === ts.SyntaxKind.ThisKeyword) return ['this']
  if (!ts.isElementAccessExpression(node) && !ts.isPropertyAccessExpression(node)) return undefined
  const last = ts.isPropertyAccessExpression(node) ? node.name.text : keyOf(ts, node.argumentExpression)
  const rest = last === undefined ? undefined : pathOf(ts, node.expression)
  return rest && last !== undefined ? [...rest, last] : undefined
}

function keyOf(ts: TypeScript, node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  const isSymbol = ts.isPropertyAccessExpression(node) && node.expression.getText() === 'Symbol'
  return isSymbol ? `[${node.getText()}]` : undefined
}

function isScope(ts: TypeScript, node: ts.Node): boolean {
  return (
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isModuleDeclaration(node) ||
    ts.isObjectLiteralExpression(node)
  )
}

/** What a definition is nested in; `this.x = …` in a method is nested in the class, as a field would be. */
function containerOf(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  const first = assignedRoot(ts, node)
  // What is exported by assignment is at the top of the file, wherever that stands
  if (first === 'exports' || first === 'module') return undefined
  if (first !== 'this') return node.parent
  let at = node.parent
  while (at && !isOwnThis(ts, at)) at = at.parent
  if (!at || ts.isSourceFile(at)) return undefined
  return ts.isFunctionDeclaration(at) || ts.isFunctionExpression(at) || ts.isClassLike(at) ? at : at.parent
}

function isOwnThis(ts: TypeScript, node: ts.Node): boolean {
  return ts.isSourceFile(node) || (ts.isFunctionLike(node) && !ts.isArrowFunction(node)) || ts.isClassLike(node)
}

/** The first name of what a value is assigned to: `exports` of `exports.x = …`. */
function assignedRoot(ts: TypeScript, node: ts.Node): string | undefined {
  const isValue = ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node)
  if (!isValue && !ts.isObjectLiteralExpression(node)) return undefined
  const target = boundTo(ts, node)
  return target && ts.isExpression(target) && !ts.isIdentifier(target) ? pathOf(ts, target)?.[0] : undefined
}

/** The parent that runs a node: decorators, computed names and fields' values run where their class is defined. */
function runBy(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  const { parent } = node
  if (!parent) return undefined
  const isOutside = ts.isDecorator(node) || ts.isComputedPropertyName(node)
  if (!isOutside || ts.isClassLike(parent)) return parent
  const owner = ts.isParameter(parent) ? parent.parent : parent
  return ts.isClassLike(owner.parent) ? owner.parent : parent
}
