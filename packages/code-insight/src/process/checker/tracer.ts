import type ts from 'typescript'
import type { Assignments } from './assignments.ts'
import { Candidates } from './candidates.ts'
import {
  assignedTo,
  choicesOf,
  isBind,
  isImport,
  isMember,
  isOverloadOf,
  isStaticOrPrivate,
  isTelling,
  returnsOf,
} from './forms.ts'
import { type Hierarchy, hasBody, type MemberDeclaration } from './hierarchy.ts'
import { propertyName } from './naming.ts'
import { Provenance } from './provenance.ts'
import { TypeTracer } from './type-tracer.ts'
import { aliasTarget, constituents, isOwnNode, lastName, plain, receiverOf, type ShardView, symbolAt } from './view.ts'

/** How many declarations are followed from one call. */
const DEEPEST = 12

/** Where a value is taken from: the object that it is a member of decides which override runs. */
interface Receiver {
  readonly type: ts.Type | undefined
  /** The object is of just this class, and of none that extends it. */
  readonly isExact: boolean
}

/** Follows an expression to the functions and classes that it may be. */
export class Tracer {
  readonly #view: ShardView
  readonly #hierarchy: Hierarchy
  readonly #assignments: Assignments
  readonly #provenance: Provenance
  readonly #types: TypeTracer

  constructor(view: ShardView, hierarchy: Hierarchy, assignments: Assignments) {
    this.#view = view
    this.#hierarchy = hierarchy
    this.#assignments = assignments
    this.#provenance = new Provenance(view)
    this.#types = new TypeTracer(view, hierarchy, this.#provenance)
  }

  /** What an expression may be when it is called, made an instance of, or handed on to be called. */
  of(node: ts.Expression): Candidates {
    const found = new Candidates()
    this.follow(node, found, 0)
    return found
  }

  /** The same, added to what was found before. */
  follow(node: ts.Expression, found: Candidates, depth: number): Candidates {
    const { ts } = this.#view
    const value = plain(ts, node)
    if (depth > DEEPEST) return found.open()
    if (ts.isFunctionExpression(value) || ts.isArrowFunction(value) || ts.isClassExpression(value)) {
      return found.add(value)
    }
    const choices = choicesOf(ts, value)
    if (choices) for (const choice of choices) this.follow(choice, found, depth + 1)
    else if (ts.isCallExpression(value)) this.#followResult(value, found, depth)
    else if (ts.isElementAccessExpression(value) && !lastName(ts, value)) this.#followElement(value, found, depth)
    else this.#followName(value, found, depth)
    return found
  }

  /** What a symbol may be: of the member that an accessor or an iterator is reached by, for example. */
  ofSymbol(symbol: ts.Symbol, receiver: ts.Type | undefined): Candidates {
    const found = new Candidates()
    for (const node of symbol.declarations ?? []) {
      if (!isOwnNode(this.#view, node)) found.outside()
      else this.#followMember(node as MemberDeclaration, { type: receiver, isExact: false }, found, 0)
    }
    return found
  }

  /** The members that an access through this receiver may reach, whatever they are. */
  membersOf(member: MemberDeclaration, access: ts.Expression): readonly MemberDeclaration[] {
    return this.#membersOf(member, this.#receiverOf(access), new Candidates())
  }

  /** What a call gives: what the functions that it calls return. */
  #followResult(node: ts.CallExpression, found: Candidates, depth: number): Candidates {
    const { ts } = this.#view
    if (isBind(ts, node)) return this.follow(node.expression.expression, found, depth + 1)
    const called = new Candidates()
    this.follow(node.expression, called, depth + 1)
    const returned = [...called.nodes].map((each) => (found.followed.has(each) ? [] : returnsOf(ts, each)))
    if (called.nodes.size === 0 || returned.includes(undefined)) return this.#types.follow(node, found)
    for (const each of called.nodes) found.followed.add(each)
    if (called.isOpen || called.isOutside) found.open()
    for (const value of returned.flatMap((each) => each ?? [])) this.follow(value, found, depth + 1)
    return found
  }

  /** `table[key]`, by a key that is not constant: all that the table is written with. */
  #followElement(node: ts.ElementAccessExpression, found: Candidates, depth: number): Candidates {
    const { ts, checker } = this.#view
    const [table, other] = symbolAt(this.#view, node.expression)?.declarations ?? []
    const isConstant = table && !other && (ts.isVariableDeclaration(table) || ts.isPropertyDeclaration(table))
    const literal = isConstant && table.initializer ? plain(ts, table.initializer) : undefined
    if (literal && ts.isArrayLiteralExpression(literal) && literal.elements.length > 0) {
      for (const each of literal.elements) this.follow(each, found, depth + 1)
      return found
    }
    if (!literal || !ts.isObjectLiteralExpression(literal) || literal.properties.length === 0) {
      return this.#types.follow(node, found)
    }
    const keys = constituents(this.#view, checker.getTypeAtLocation(node.argumentExpression))
    const names = keys.every((key) => key.isStringLiteral()) ? new Set(keys.map((key) => key.value)) : undefined
    for (const each of literal.properties) {
      const isMeant = !names || !each.name || names.has(propertyName(ts, each.name))
      if (isMeant) this.#followDeclaration(each, node, found, depth + 1)
    }
    return found
  }

  #followName(node: ts.Expression, found: Candidates, depth: number): Candidates {
    const symbol = symbolAt(this.#view, node)
    if (!symbol?.declarations) return this.#types.follow(node, found)
    const bodied = symbol.declarations.filter((each) => this.#view.ts.isFunctionDeclaration(each) && each.body)
    for (const each of bodied.length > 0 ? bodied : symbol.declarations)
      this.#followDeclaration(each, node, found, depth)
    return found
  }

  #followDeclaration(node: ts.Declaration, use: ts.Expression, found: Candidates, depth: number): Candidates {
    const { ts } = this.#view
    if (depth > DEEPEST) return found.open()
    if (!isOwnNode(this.#view, node)) return found.outside()
    if (ts.isClassLike(node)) return found.add(node)
    if (ts.isFunctionDeclaration(node)) return node.body ? found.add(node) : found.open()
    if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return found.add(node)
    if (ts.isClassElement(node) || ts.isTypeElement(node) || ts.isObjectLiteralElementLike(node)) {
      return this.#followMember(node, this.#receiverOf(use), found, depth, use)
    }
    if (ts.isVariableDeclaration(node)) return this.#followVariable(node, use, found, depth)
    if (ts.isParameter(node) && node.initializer) found.open()
    if (ts.isBindingElement(node)) return this.#followBinding(node, use, found, depth)
    if (ts.isExportAssignment(node)) return this.follow(node.expression, found, depth + 1)
    const assigned = assignedTo(ts, node)
    if (assigned) return this.follow(assigned, found, depth + 1)
    if (isImport(ts, node)) return this.#provenance.isOutside(use) ? found.outside() : found.open()
    return this.#types.follow(use, found)
  }

  #receiverOf(use: ts.Expression): Receiver {
    const { ts, checker } = this.#view
    const object = receiverOf(ts, use)
    if (!object) return { type: undefined, isExact: false }
    const isSuper = object.kind === ts.SyntaxKind.SuperKeyword
    return { type: checker.getTypeAtLocation(object), isExact: isSuper || this.#provenance.isExact(object) }
  }

  /** `use`: the expression whose type says more, where the member itself says nothing. */
  #followMember(
    node: MemberDeclaration,
    receiver: Receiver,
    found: Candidates,
    depth: number,
    use?: ts.Expression,
  ): Candidates {
    const { ts } = this.#view
    for (const member of this.#membersOf(node, receiver, found)) {
      if (ts.isShorthandPropertyAssignment(member)) this.#followShorthand(member, found, depth)
      else if (ts.isAccessor(member)) use ? this.#types.follow(use, found) : found.add(member)
      else if ('body' in member && member.body) found.add(member)
      else if ('initializer' in member && member.initializer) this.#followField(member, use, found, depth)
      else if (ts.isPropertyDeclaration(member)) this.#followAssigned(member, use, found, depth)
      else if (!isOverloadOf(ts, member)) found.open()
    }
    return found
  }

  #membersOf(node: MemberDeclaration, receiver: Receiver, found: Candidates): readonly MemberDeclaration[] {
    const { ts } = this.#view
    if (ts.isObjectLiteralExpression(node.parent)) return [node]
    if ((receiver.isExact || isStaticOrPrivate(ts, node)) && hasBody(node)) return [node]
    if (isOverloadOf(ts, node)) return []
    const { nodes, isGuess } = this.#hierarchy.membersOf(node, receiver.type)
    if (isGuess) found.isGuess = true
    if (nodes.length === 0) found.open()
    return nodes
  }

  /** A field holds what it is declared with, unless that is only the first of its values. */
  #followField(
    member: ts.PropertyDeclaration | ts.PropertyAssignment,
    use: ts.Expression | undefined,
    found: Candidates,
    depth: number,
  ): Candidates {
    const value = plain(this.#view.ts, member.initializer as ts.Expression)
    if (isTelling(this.#view.ts, value)) this.follow(value, found, depth + 1)
    else this.#types.follow(use ?? value, found)
    if (this.#view.ts.isPropertyDeclaration(member)) this.#followAssignments(member, found, depth)
    return found
  }

  #followAssigned(
    member: ts.PropertyDeclaration,
    use: ts.Expression | undefined,
    found: Candidates,
    depth: number,
  ): Candidates {
    const count = this.#followAssignments(member, found, depth)
    if (count > 0) return found
    if (use) this.#types.follow(use, found)
    else found.open()
    return found
  }

  /** Follows what else is assigned to a variable or a field in its file; returns how many assignments there are. */
  #followAssignments(node: ts.VariableDeclaration | ts.PropertyDeclaration, found: Candidates, depth: number): number {
    const values = this.#assignments.to(this.#view, node)
    if (values.length > 1 || (values.length === 1 && node.initializer)) found.open()
    for (const value of values) this.follow(value, found, depth + 1)
    return values.length
  }

  #followShorthand(node: ts.ShorthandPropertyAssignment, found: Candidates, depth: number): Candidates {
    const symbol = this.#view.checker.getShorthandAssignmentValueSymbol(node)
    const target = symbol && aliasTarget(this.#view, symbol)
    if (!target?.declarations) return found.open()
    for (const each of target.declarations) this.#followDeclaration(each, node.name, found, depth + 1)
    return found
  }

  #followVariable(node: ts.VariableDeclaration, use: ts.Expression, found: Candidates, depth: number): Candidates {
    const value = node.initializer && plain(this.#view.ts, node.initializer)
    const isConstant = (this.#view.ts.getCombinedNodeFlags(node) & this.#view.ts.NodeFlags.Const) !== 0
    if (value && isTelling(this.#view.ts, value)) this.follow(value, found, depth + 1)
    const assigned = isConstant ? 0 : this.#followAssignments(node, found, depth)
    if (!(value && isTelling(this.#view.ts, value)) && assigned === 0) this.#types.follow(use, found)
    return found
  }

  #followBinding(node: ts.BindingElement, use: ts.Expression, found: Candidates, depth: number): Candidates {
    const { ts, checker } = this.#view
    const name = node.propertyName ?? node.name
    if (node.initializer) this.follow(node.initializer, found, depth + 1)
    if (ts.isArrayBindingPattern(node.parent)) return this.#followItem(node.parent, node, use, found, depth)
    if (!ts.isIdentifier(name)) return this.#types.follow(use, found)
    const type = checker.getTypeAtLocation(node.parent)
    const member = checker.getPropertyOfType(type, name.text)
    const target = member && aliasTarget(this.#view, member)
    if (!target?.declarations || node.dotDotDotToken) return this.#types.follow(use, found)
    for (const each of target.declarations) {
      if (isMember(ts, each) && isOwnNode(this.#view, each)) {
        this.#followMember(each, { type, isExact: false }, found, depth + 1, use)
      } else this.#followDeclaration(each, use, found, depth + 1)
    }
    return found
  }

  /** `const [a, b] = pair()`: the elements at that position in the arrays that the call returns. */
  #followItem(
    pattern: ts.ArrayBindingPattern,
    node: ts.BindingElement,
    use: ts.Expression,
    found: Candidates,
    depth: number,
  ) {
    const { ts } = this.#view
    const value = ts.isVariableDeclaration(pattern.parent) ? pattern.parent.initializer : undefined
    const made = value && plain(ts, value)
    const arrays = made && ts.isCallExpression(made) ? this.#returnedBy(made, depth) : made ? [made] : []
    const at = pattern.elements.indexOf(node)
    const items = arrays.map((each) => (ts.isArrayLiteralExpression(each) ? each.elements[at] : undefined))
    if (items.length === 0 || items.includes(undefined) || node.dotDotDotToken) return this.#types.follow(use, found)
    for (const item of items) if (item) this.follow(item, found, depth + 1)
    return found
  }

  #returnedBy(node: ts.CallExpression, depth: number): ts.Expression[] {
    const { ts } = this.#view
    const called = new Candidates()
    this.follow(node.expression, called, depth + 1)
    const isKnown = !called.isOpen && !called.isOutside
    return isKnown
      ? [...called.nodes].flatMap((each) => (returnsOf(ts, each) ?? []).map((value) => plain(ts, value)))
      : []
  }
}
