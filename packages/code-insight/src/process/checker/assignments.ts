import type ts from 'typescript'
import type { TypeScript } from './compiler.ts'
import { lastName, type ShardView, symbolAt } from './view.ts'

interface Assigned {
  readonly target: ts.Expression
  readonly value: ts.Expression
}

/** What is assigned to variables and fields besides their declarations, in the files that declare them. */
export class Assignments {
  readonly #files = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Assigned[]>>()

  /** The values assigned to a variable or a field in its own file. */
  to(view: ShardView, node: ts.VariableDeclaration | ts.PropertyDeclaration): ts.Expression[] {
    const symbol = view.checker.getSymbolAtLocation(node.name)
    const name = node.name.getText()
    const named = this.#of(view.ts, node.getSourceFile()).get(name) ?? []
    return named.filter(({ target }) => symbol && symbolAt(view, target) === symbol).map(({ value }) => value)
  }

  #of(ts: TypeScript, file: ts.SourceFile): ReadonlyMap<string, readonly Assigned[]> {
    const known = this.#files.get(file)
    if (known) return known
    const found = new Map<string, Assigned[]>()
    const visit = (node: ts.Node): void => {
      if (ts.isBinaryExpression(node) && isAssignment(ts, node)) {
        const name = lastName(ts, node.left)?.getText()
        if (name !== undefined) found.set(name, [...(found.get(name) ?? []), { target: node.left, value: node.right }])
      }
      ts.forEachChild(node, visit)
    }
    visit(file)
    this.#files.set(file, found)
    return found
  }
}

function isAssignment(ts: TypeScript, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  const { EqualsToken, QuestionQuestionEqualsToken, BarBarEqualsToken, AmpersandAmpersandEqualsToken } = ts.SyntaxKind
  const all: readonly ts.SyntaxKind[] = [
    EqualsToken,
    QuestionQuestionEqualsToken,
    BarBarEqualsToken,
    AmpersandAmpersandEqualsToken,
  ]
  return all.includes(kind)
}
