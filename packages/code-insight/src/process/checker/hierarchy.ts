import type ts from 'typescript'
import { propertyName } from './naming.ts'
import { aliasTarget, constituents, isOwnNode, type ShardView, symbolAt } from './view.ts'

/** A member of a class, interface or object literal. */
export type MemberDeclaration = ts.ClassElement | ts.TypeElement | ts.ObjectLiteralElementLike

/** What an object may be at run time, as far as its type says: the members that a name selects. */
export interface Members {
  readonly nodes: readonly MemberDeclaration[]
  /** They only have a fitting shape: nothing says that they are meant. */
  readonly isGuess: boolean
}

/** How many classes and object literals of a fitting shape are taken for an interface that nothing implements by name. */
const MOST_ALIKE = 6

/** Which members of classes and objects a call through a class or an interface may reach. Made anew for each program. */
export class Hierarchy {
  readonly #view: ShardView
  readonly #children = new Map<ts.Symbol, ts.Symbol[]>()
  readonly #literals = new Map<string, ts.ObjectLiteralElementLike[]>()
  readonly #classes = new Map<string, ts.ClassElement[]>()
  readonly #found = new Map<ts.Declaration, Map<ts.Symbol | undefined, Members>>()

  constructor(view: ShardView) {
    this.#view = view
    for (const file of view.files) {
      const shapes = shapesOf(view, file)
      for (const owner of shapes.types) this.#addParents(owner)
      for (const [name, node] of shapes.literals) listed(this.#literals, name).push(node)
      for (const [name, node] of shapes.classes) listed(this.#classes, name).push(node)
    }
  }

  /** The members that may run where `member` is reached through an object of this type. */
  membersOf(member: MemberDeclaration, receiver: ts.Type | undefined): Members {
    const roots = receiver ? this.#rootsOf(member, receiver) : [this.#ownerOf(member)]
    const all = roots.map((root) => this.#membersOf(member, root))
    return { nodes: [...new Set(all.flatMap(({ nodes }) => nodes))], isGuess: all.some(({ isGuess }) => isGuess) }
  }

  /** The classes that extend or implement a type, directly or not. */
  descendants(symbol: ts.Symbol): ts.Symbol[] {
    const seen = new Set<ts.Symbol>()
    const queue = [symbol]
    for (let at = queue.pop(); at; at = queue.pop()) {
      for (const child of this.#children.get(at) ?? []) {
        if (!seen.has(child)) queue.push(child)
        seen.add(child)
      }
    }
    return [...seen]
  }

  #membersOf(member: MemberDeclaration, root: ts.Symbol | undefined): Members {
    const known = this.#found.get(member) ?? new Map<ts.Symbol | undefined, Members>()
    this.#found.set(member, known)
    const found = known.get(root) ?? this.#search(member, root)
    known.set(root, found)
    return found
  }

  #search(member: MemberDeclaration, root: ts.Symbol | undefined): Members {
    const name = this.#nameOf(member)
    if (name === undefined) return { nodes: [member], isGuess: false }
    const concrete = root ? [root, ...this.descendants(root)].filter((each) => this.#isConcrete(each)) : []
    const nodes = new Set(concrete.flatMap((each) => this.#lookUp(each, member)))
    const isShaped = root ? this.#shapeOf(root) : () => true
    for (const literal of this.#literals.get(name) ?? []) {
      if (isShaped(literal.parent) && this.#isMeant(literal, name, member)) nodes.add(literal)
    }
    if (nodes.size > 0) return { nodes: [...nodes], isGuess: false }
    if (hasBody(member)) return { nodes: [member], isGuess: false }
    return { nodes: this.#alike(name, root), isGuess: true }
  }

  /** The member of a class that a name selects: its own, or the one that it inherits. */
  #lookUp(owner: ts.Symbol, member: MemberDeclaration): MemberDeclaration[] {
    const { checker } = this.#view
    const symbol = member.name && checker.getSymbolAtLocation(member.name)
    const type = checker.getDeclaredTypeOfSymbol(owner)
    const found = symbol && type.getProperty(symbol.name)
    const declarations = (found?.declarations ?? []) as MemberDeclaration[]
    const bodied = declarations.filter(hasBody)
    return (bodied.length > 0 ? bodied : declarations).filter((node) => isOwnNode(this.#view, node))
  }

  /** Whether an object literal has the properties that a type demands and none that it lacks: told by their names, at once. */
  #shapeOf(root: ts.Symbol): (node: ts.Node) => boolean {
    const { ts } = this.#view
    const members = this.#typeOf(root)?.getProperties() ?? []
    const all = new Set(members.map(({ name }) => name))
    const needed = members.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name)
    return (node) => {
      if (!ts.isObjectLiteralExpression(node)) return false
      const own = namesOf(ts, node)
      return !own || (needed.every((each) => own.has(each)) && [...own].every((each) => all.has(each)))
    }
  }

  /** Whether an object literal is written where this member's type is expected. */
  #isMeant(literal: ts.ObjectLiteralElementLike, name: string, member: MemberDeclaration): boolean {
    const { ts, checker } = this.#view
    const expected = ts.isObjectLiteralExpression(literal.parent) && checker.getContextualType(literal.parent)
    if (!expected) return false
    return constituents(this.#view, expected).some((type) => {
      return type.getProperty(name)?.declarations?.includes(member) === true
    })
  }

  #alike(name: string, root: ts.Symbol | undefined): MemberDeclaration[] {
    const { checker } = this.#view
    const wanted = root && this.#typeOf(root)
    if (!wanted) return []
    const isShaped = this.#shapeOf(root)
    const literals = (this.#literals.get(name) ?? []).filter(({ parent }) => isShaped(parent))
    const all = [...(this.#classes.get(name) ?? []), ...literals]
    const alike = all.slice(0, 50).filter(({ parent }) => {
      const owner = checker.getTypeAtLocation(parent)
      return checker.isTypeAssignableTo(owner, wanted)
    })
    return alike.length > MOST_ALIKE ? [] : alike
  }

  #typeOf(symbol: ts.Symbol): ts.Type | undefined {
    const { ts, checker } = this.#view
    const literal = symbol.declarations?.find((each) => ts.isTypeLiteralNode(each))
    return literal ? checker.getTypeAtLocation(literal) : checker.getDeclaredTypeOfSymbol(symbol)
  }

  #rootsOf(member: MemberDeclaration, receiver: ts.Type): (ts.Symbol | undefined)[] {
    const owner = this.#ownerOf(member)
    const below = owner ? new Set([owner, ...this.descendants(owner)]) : new Set<ts.Symbol>()
    const roots = constituents(this.#view, receiver).flatMap(({ symbol }) => (below.has(symbol) ? [symbol] : []))
    return roots.length > 0 ? roots : [owner]
  }

  #ownerOf({ parent }: MemberDeclaration): ts.Symbol | undefined {
    const { ts, checker } = this.#view
    if (ts.isClassLike(parent) || ts.isInterfaceDeclaration(parent)) {
      return parent.name ? checker.getSymbolAtLocation(parent.name) : checker.getTypeAtLocation(parent).symbol
    }
    return ts.isTypeLiteralNode(parent) ? checker.getTypeAtLocation(parent).symbol : undefined
  }

  #nameOf(member: MemberDeclaration): string | undefined {
    const { ts } = this.#view
    return member.name && ts.isPropertyName(member.name) ? propertyName(ts, member.name) : undefined
  }

  #isConcrete(symbol: ts.Symbol): boolean {
    const { ts } = this.#view
    const declaration = symbol.declarations?.find((each) => ts.isClassLike(each))
    return declaration !== undefined && !isAbstract(ts, declaration) && isOwnNode(this.#view, declaration)
  }

  /** By its name where that is enough, since the type of a class takes long to find. */
  #parentsOf(node: ts.ExpressionWithTypeArguments): ts.Symbol[] {
    const { ts, checker } = this.#view
    const named = symbolAt(this.#view, node.expression)
    if (named && named.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) return [named]
    const types = constituents(this.#view, checker.getTypeAtLocation(node))
    return types.flatMap(({ symbol }) => (symbol ? [aliasTarget(this.#view, symbol)] : []))
  }

  #addParents(owner: ts.ClassLikeDeclaration | ts.InterfaceDeclaration): void {
    const { checker } = this.#view
    const child = owner.name ? checker.getSymbolAtLocation(owner.name) : checker.getTypeAtLocation(owner).symbol
    if (!child) return
    for (const { types } of owner.heritageClauses ?? []) {
      for (const node of types) {
        for (const symbol of this.#parentsOf(node)) listed(this.#children, symbol).push(child)
      }
    }
  }
}

const isAbstract = (ts: ShardView['ts'], node: ts.ClassLikeDeclaration): boolean =>
  (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract) !== 0

/** Whether a member runs code of its own, or has a value. */
export function hasBody(member: ts.Node): boolean {
  const { body, initializer } = member as Partial<ts.FunctionLikeDeclaration & ts.PropertyDeclaration>
  return body !== undefined || initializer !== undefined
}

const names = new WeakMap<ts.Node, ReadonlySet<string>>()

/** The names of an object literal's properties; undefined if it spreads another into itself. */
function namesOf(ts: ShardView['ts'], node: ts.ObjectLiteralExpression): ReadonlySet<string> | undefined {
  if (node.properties.some((each) => ts.isSpreadAssignment(each))) return undefined
  const known = names.get(node)
  if (known) return known
  const own = new Set(node.properties.flatMap(({ name }) => (name ? [propertyName(ts, name)] : [])))
  names.set(node, own)
  return own
}

interface Shapes {
  readonly types: readonly (ts.ClassLikeDeclaration | ts.InterfaceDeclaration)[]
  readonly classes: readonly (readonly [name: string, member: ts.ClassElement])[]
  readonly literals: readonly (readonly [name: string, member: ts.ObjectLiteralElementLike])[]
}

/** By their syntax alone, so that they are found once for each version of a file. */
const known = new WeakMap<ts.SourceFile, Shapes>()

function shapesOf({ ts }: ShardView, file: ts.SourceFile): Shapes {
  const found = known.get(file)
  if (found) return found
  const types: (ts.ClassLikeDeclaration | ts.InterfaceDeclaration)[] = []
  const classes: [string, ts.ClassElement][] = []
  const literals: [string, ts.ObjectLiteralElementLike][] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) && node.heritageClauses) types.push(node)
    if (ts.isClassLike(node)) {
      for (const member of node.members) if (member.name) classes.push([propertyName(ts, member.name), member])
    } else if (ts.isObjectLiteralExpression(node)) {
      for (const member of node.properties)
        if (mayRun(ts, member)) literals.push([propertyName(ts, member.name), member])
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  const shapes = { types, classes, literals }
  known.set(file, shapes)
  return shapes
}

type NamedProperty = ts.ObjectLiteralElementLike & { readonly name: ts.PropertyName }

/** Whether a property may hold a function, by its syntax. */
function mayRun(ts: ShardView['ts'], node: ts.ObjectLiteralElementLike): node is NamedProperty {
  if (ts.isSpreadAssignment(node)) return false
  if (!ts.isPropertyAssignment(node)) return true
  const { initializer: value } = node
  return !(ts.isLiteralExpression(value) || ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value))
}

function listed<K, V>(map: Map<K, V[]>, key: K): V[] {
  const list = map.get(key) ?? []
  map.set(key, list)
  return list
}
