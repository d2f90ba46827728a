import type ts from 'typescript'
import type { Candidates } from './candidates.ts'
import { type Hierarchy, hasBody } from './hierarchy.ts'
import type { Provenance } from './provenance.ts'
import { constituents, isOwnNode, type ShardView, symbolAt } from './view.ts'

/** Finds functions and classes by the type of an expression, where no declaration of it says more. */
export class TypeTracer {
  readonly #view: ShardView
  readonly #hierarchy: Hierarchy
  readonly #provenance: Provenance

  constructor(view: ShardView, hierarchy: Hierarchy, provenance: Provenance) {
    this.#view = view
    this.#hierarchy = hierarchy
    this.#provenance = provenance
  }

  /** Adds what the type of an expression says. */
  follow(node: ts.Expression, found: Candidates): Candidates {
    const types = constituents(this.#view, this.#view.checker.getTypeAtLocation(node))
    for (const type of types) this.#followSignatures(type, node, found)
    return found
  }

  #followSignatures(type: ts.Type, node: ts.Expression, found: Candidates): Candidates {
    const { ts } = this.#view
    const { Any, Unknown, Undefined, Null, Void, Never } = ts.TypeFlags
    if (type.flags & (Undefined | Null | Void | Never)) return found
    if (type.flags & (Any | Unknown)) return this.#provenance.isOutside(node) ? found.outside() : found.open()
    const owner = type.symbol?.declarations?.find((each) => ts.isClassLike(each))
    if (owner && type.getConstructSignatures().length > 0 && isOwnNode(this.#view, owner)) {
      return this.#followClass(owner as ts.ClassLikeDeclaration, type.symbol, found)
    }
    const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()]
    if (signatures.length === 0) found.open()
    for (const { declaration } of signatures) this.#followSignature(declaration, found)
    return found
  }

  /** A value that is a class, by its type: that class, or one that extends it. */
  #followClass(owner: ts.ClassLikeDeclaration, symbol: ts.Symbol, found: Candidates): Candidates {
    found.add(owner)
    for (const child of this.#hierarchy.descendants(symbol)) {
      const node = child.declarations?.find((each) => this.#view.ts.isClassLike(each))
      if (node) found.add(node)
    }
    if (found.nodes.size > 1) found.open()
    return found
  }

  #followSignature(node: ts.Declaration | undefined, found: Candidates): Candidates {
    const { ts } = this.#view
    if (!node) return found.open()
    if (!isOwnNode(this.#view, node)) return found.outside()
    // Of several functions of one shape, the type remembers only one
    if (hasBody(node)) return found.add(node).open()
    const symbol = ts.isFunctionDeclaration(node) && node.name ? symbolAt(this.#view, node.name) : undefined
    const whole = symbol?.declarations?.find(hasBody)
    if (whole) found.add(whole)
    else found.open()
    return found
  }
}
