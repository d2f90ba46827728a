import type ts from 'typescript'

/** What a called expression may be, gathered while declarations are followed. */
export class Candidates {
  /** Functions with a body, and classes, of the project. */
  readonly nodes = new Set<ts.Node>()
  /** Functions whose results were followed. */
  readonly followed = new Set<ts.Node>()
  /** Something of it is outside the project. */
  isOutside = false
  /** Something of it is not known. */
  isOpen = false
  /** Candidates that only have a fitting shape. */
  isGuess = false

  add(node: ts.Node): this {
    this.nodes.add(node)
    return this
  }

  open(): this {
    this.isOpen = true
    return this
  }

  outside(): this {
    this.isOutside = true
    return this
  }
}
