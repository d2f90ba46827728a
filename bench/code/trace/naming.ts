import ts from 'typescript'

/** A function of a project: the file's POSIX path from the project's root, its qualified name and its line. */
export interface Entity {
  readonly file: string
  readonly name: string
  readonly line: number
}

/** A node that has a body of its own when it runs. */
export type Runnable = ts.FunctionLikeDeclaration & { readonly body: ts.Node }

/** Is it a function with a body, not an overload or a declaration? */
export const isRunnable = (node: ts.Node): node is Runnable =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined

/** Every function of a file that has a name, by its node; a function without one belongs to the named one around it. */
export function functionsOf(source: ts.SourceFile, file: string): Map<ts.Node, Entity> {
  const found = new Map<ts.Node, Entity>()
  visit(source, { prefix: '', self: '' })
  return found

  function visit(node: ts.Node, within: Within): void {
    const named = nameOf(node, within)
    if (named && isRunnable(node)) found.set(node, { file, name: named.name, line: lineOf(source, named.at) })
    const inner = named ? innerOf(node, named.name, within) : within
    ts.forEachChild(node, (child) => visit(child, inner))
  }
}

/** The line, from 1, on which a node's own text begins. */
export const lineOf = (source: ts.SourceFile, node: ts.Node): number =>
  source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1

/** Reads a program's file as its extension says. */
export function parsed(text: string, file: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
}

/** What names inside a node start with, and what `this` stands for there. */
interface Within {
  readonly prefix: string
  readonly self: string
}

interface Named {
  readonly name: string
  readonly at: ts.Node
}

function innerOf(node: ts.Node, name: string, within: Within): Within {
  const prefix = name === '' ? '' : `${name}.`
  if (ts.isClassLike(node)) return { prefix, self: name }
  // A method's `this` is its class; a plain function's, if it is a constructor, what it makes
  const isMember = ts.isClassElement(node) || isPrototypes(node)
  const self = isMember ? name.slice(0, Math.max(0, name.lastIndexOf('.'))) : name
  return { prefix, self: ts.isArrowFunction(node) || !isRunnable(node) ? within.self : self }
}

const ASSIGNS = new Set([
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
])

/** The qualified name of a function, class, namespace or object that its declaration gives it. */
function nameOf(node: ts.Node, { prefix, self }: Within): Named | undefined {
  if (ts.isConstructorDeclaration(node)) return { name: `${prefix}constructor`, at: node }
  const isExpression = ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node)
  if (isExpression || ts.isObjectLiteralExpression(node)) {
    const bound = boundTo(node, prefix, self)
    if (bound) return bound
    const own = isExpression && node.name
    return own ? { name: prefix + own.text, at: own } : undefined
  }
  if (!namesMembers(node.parent, prefix, self)) return undefined
  if (isRunnable(node) || ts.isClassDeclaration(node) || ts.isModuleDeclaration(node)) {
    const name = node.name
    return name ? { name: prefix + keyOf(name), at: name } : { name: `${prefix}default`, at: node }
  }
  return undefined
}

/** What an expression is bound to by the declaration or assignment that it is the value of. */
function boundTo(value: ts.Node, prefix: string, self: string): Named | undefined {
  const parent = value.parent
  if (isWrapper(parent)) return boundTo(parent, prefix, self)
  if (ts.isVariableDeclaration(parent)) return ts.isIdentifier(parent.name) ? under(prefix, parent.name) : undefined
  if (ts.isPropertyDeclaration(parent)) return under(prefix, parent.name)
  if (ts.isPropertyAssignment(parent)) {
    return namesMembers(parent.parent, prefix, self) ? under(prefix, parent.name) : undefined
  }
  if (ts.isExportAssignment(parent)) return ownOr(value, { name: 'default', at: value }, prefix)
  if (!ts.isBinaryExpression(parent) || parent.right !== value) return undefined
  if (!ASSIGNS.has(parent.operatorToken.kind)) return undefined
  const path = pathOf(parent.left)
  if (path === undefined) return undefined
  const [first = '', ...rest] = path
  // All that is exported by assignment is at the top of the file, wherever the assignment stands
  if (first === 'exports' || (first === 'module' && rest[0] === 'exports')) {
    const exported = first === 'exports' ? rest : rest.slice(1)
    if (exported.length > 0) return { name: exported.join('.'), at: parent.left }
    if (ts.isObjectLiteralExpression(value)) return { name: '', at: value }
    return ownOr(value, { name: 'default', at: value }, '')
  }
  if (first === 'this') return { name: [self, ...rest].filter(Boolean).join('.'), at: parent.left }
  return { name: prefix + path.filter((step) => step !== 'prototype').join('.'), at: parent.left }
}

/** Members of an object that is only passed on, as options of a call are, have no names; of all else that has members, they do. */
function namesMembers(owner: ts.Node | undefined, prefix: string, self: string): boolean {
  if (!owner || !ts.isObjectLiteralExpression(owner) || boundTo(owner, prefix, self)) return true
  let value: ts.Node = owner
  while (isWrapper(value.parent)) value = value.parent
  return ts.isReturnStatement(value.parent) || ts.isArrowFunction(value.parent)
}

const under = (prefix: string, name: ts.PropertyName): Named => ({ name: prefix + keyOf(name), at: name })

/** The default export has the name that it gives itself. */
function ownOr(value: ts.Node, otherwise: Named, prefix: string): Named {
  const own = ts.isFunctionExpression(value) || ts.isClassExpression(value) ? value.name : undefined
  return own ? { name: prefix + own.text, at: own } : otherwise
}

/** `a.b['c']` → a, b, c; nothing for what is not known before it runs. */
function pathOf(node: ts.Expression): string[] | undefined {
  if (ts.isIdentifier(node)) return [node.text]
  if (node.kind === ts.SyntaxKind.ThisKeyword) return ['this']
  if (ts.isPropertyAccessExpression(node)) {
    const before = pathOf(node.expression)
    return before && [...before, node.name.text]
  }
  if (!ts.isElementAccessExpression(node)) return undefined
  const before = pathOf(node.expression)
  const key = node.argumentExpression
  if (ts.isStringLiteralLike(key)) return before && [...before, key.text]
  return isWellKnown(key) ? before && [...before, `[${key.getText()}]`] : undefined
}

function keyOf(name: ts.PropertyName | ts.BindingName | ts.ModuleName): string {
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name)) return name.text
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression)) return name.expression.text
  return name.getText()
}

const isWellKnown = (key: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(key) && ts.isIdentifier(key.expression) && key.expression.text === 'Symbol'

const isWrapper = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isSatisfiesExpression(node) ||
  ts.isTypeAssertionExpression(node) ||
  ts.isNonNullExpression(node)

/** Is it the value of `X.prototype.y = …`? */
function isPrototypes(node: ts.Node): boolean {
  const parent = node.parent
  if (!parent || !ts.isBinaryExpression(parent) || parent.right !== node) return false
  return pathOf(parent.left)?.includes('prototype') ?? false
}
