import type ts from 'typescript'
import { isImport, moduleOf, requiredModule, returnsOf } from './forms.ts'
import { isOwnNode, plain, receiverOf, type ShardView } from './view.ts'

/** How many declarations are followed to where a value comes from. */
const DEEPEST = 6

/** Where a value comes from, as far as its declarations and not its types say. */
export class Provenance {
  readonly #view: ShardView

  constructor(view: ShardView) {
    this.#view = view
  }

  /** Whether a value without a type is made by something outside the project: what an import that is not there gives. */
  isOutside(node: ts.Expression, depth = 0): boolean {
    const root = this.#rootOf(node)
    const module = requiredModule(this.#view.ts, root)
    if (module !== undefined) return !isRelative(module)
    if (depth > DEEPEST || !this.#view.ts.isIdentifier(root)) return false
    const symbol = this.#view.checker.getSymbolAtLocation(root)
    // A name that nothing declares is one of the platform's
    if (!symbol) return true
    const declarations = symbol.declarations ?? []
    return declarations.some((each) => this.#isDeclaredOutside(each, depth))
  }

  /** Whether an object is of just the class that its type names: it was made where that can be seen. */
  isExact(node: ts.Expression, depth = 0): boolean {
    const { ts, checker } = this.#view
    const value = plain(ts, node)
    if (ts.isNewExpression(value)) return true
    if (depth > DEEPEST) return false
    if (ts.isCallExpression(value)) {
      const made = checker.getResolvedSignature(value)?.declaration
      return made !== undefined && isOwnNode(this.#view, made) && this.#makesExact(made, depth)
    }
    if (!ts.isIdentifier(value) && !ts.isPropertyAccessExpression(value)) return false
    const [declaration, second] = checker.getSymbolAtLocation(value)?.declarations ?? []
    if (!declaration || second) return false
    const isVariable = ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration)
    if (!isVariable || declaration.type || !declaration.initializer) return false
    const isLet = ts.isVariableDeclaration(declaration) && !(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const)
    return !isLet && this.isExact(declaration.initializer, depth + 1)
  }

  /** A function without an annotation whose every `return` makes the object. */
  #makesExact(node: ts.Node, depth: number): boolean {
    const { ts } = this.#view
    if (!ts.isFunctionLike(node) || node.type) return false
    const returned = returnsOf(ts, node) ?? []
    return returned.length > 0 && returned.every((each) => this.isExact(each, depth + 1))
  }

  #isDeclaredOutside(node: ts.Declaration, depth: number): boolean {
    const { ts } = this.#view
    if (!isOwnNode(this.#view, node)) return true
    if (isImport(ts, node)) {
      const module = moduleOf(ts, node)
      return module !== undefined && !isRelative(module)
    }
    if (ts.isVariableDeclaration(node) && !node.type && node.initializer) {
      return this.isOutside(node.initializer, depth + 1)
    }
    if (ts.isBindingElement(node)) return this.#isBoundOutside(node, depth)
    return ts.isParameter(node) && !node.type && this.#isGivenOutside(node, depth)
  }

  #isBoundOutside(node: ts.BindingElement, depth: number): boolean {
    let at: ts.Node = node
    while (this.#view.ts.isBindingElement(at)) at = at.parent.parent
    return this.#isDeclaredOutside(at as ts.Declaration, depth + 1)
  }

  /** Whether a parameter is of a callback that something outside calls. */
  #isGivenOutside({ parent }: ts.ParameterDeclaration, depth: number): boolean {
    const { ts } = this.#view
    if (!ts.isFunctionExpression(parent) && !ts.isArrowFunction(parent)) return false
    const call = parent.parent
    return ts.isCallExpression(call) && call.expression !== parent && this.isOutside(call.expression, depth + 1)
  }

  /** The name that a chain of accesses and calls begins with. */
  #rootOf(node: ts.Expression): ts.Expression {
    const { ts } = this.#view
    let at = plain(ts, node)
    while (requiredModule(ts, at) === undefined) {
      const inner: ts.Expression | undefined =
        receiverOf(ts, at) ??
        (ts.isCallExpression(at) || ts.isNewExpression(at) || ts.isAwaitExpression(at) ? at.expression : undefined)
      if (!inner) break
      at = plain(ts, inner)
    }
    return at
  }
}

/** Whether a module's name is a path: then it is one of the project, whether it is there or not. */
const isRelative = (module: string): boolean => /^[./#]|^~\//.test(module)
