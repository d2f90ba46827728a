import type ts from 'typescript'
import { type CodePlace, MODULE } from '../../analysis/graph.ts'
import { functionAround, nameNode, qualifiedName } from './naming.ts'
import { isOwnNode, type ShardView } from './view.ts'

/** Turns nodes of the compiler's tree into places of the project. */
export class NodePlaces {
  readonly #view: ShardView
  readonly #pathOf: (file: ts.SourceFile) => string
  readonly #known = new Map<ts.Node, CodePlace | undefined>()

  constructor(view: ShardView, pathOf: (file: ts.SourceFile) => string) {
    this.#view = view
    this.#pathOf = pathOf
  }

  /** The entity that a node defines; nothing for one without a name. */
  of(node: ts.Node): CodePlace | undefined {
    if (!this.#known.has(node)) this.#known.set(node, this.#find(node))
    return this.#known.get(node)
  }

  /** The entity that runs the code at a node. */
  around(node: ts.Node): CodePlace {
    const owner = functionAround(this.#view.ts, node)
    const place = owner && this.of(owner)
    return place ?? { file: this.#pathOf(node.getSourceFile()), name: MODULE, line: 1 }
  }

  /** The line of a node's first token. */
  line(node: ts.Node): number {
    const file = node.getSourceFile()
    return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
  }

  #find(node: ts.Node): CodePlace | undefined {
    const { ts } = this.#view
    const name = isOwnNode(this.#view, node) ? qualifiedName(ts, node) : undefined
    if (name === undefined) return undefined
    return { file: this.#pathOf(node.getSourceFile()), name, line: this.line(nameNode(ts, node)) }
  }
}
