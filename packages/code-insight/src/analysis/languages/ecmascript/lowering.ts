import type { SyntaxNode } from '../../syntax.ts'
import type { Body, ClassNode, Expression, FunctionNode, StatementNode } from '../../tree.ts'
import type { DocComment } from './docs.ts'

/** What stands around a declaration or a function value and is part of its definition. */
export interface Setting {
  readonly doc?: DocComment | undefined
  readonly exported?: boolean | undefined
  /** Where the whole definition begins, where that is before the node: at `export` or a decorator. */
  readonly start?: number | undefined
  /** Where its signature begins, where that is before the node: at `const f` of `const f = () => …`. */
  readonly headStart?: number | undefined
  readonly decorators?: readonly Expression[] | undefined
  /** The property that a function value belongs to: where its name stands. */
  readonly at?: number | undefined
}

/**
 * The lowering of one file. Each kind of construct has a file of its own, all of which need each other; they reach
 * each other through this.
 */
export interface ScriptLowering {
  readonly text: string
  /** Whether types stand in documentation comments: JavaScript. */
  readonly hasDocTypes: boolean
  /** The type parameters in scope, innermost last: what they are constrained to. */
  readonly typeParameters: ReadonlyMap<string, Expression>[]
  expression(node: SyntaxNode, setting?: Setting): Expression
  /** The target of an assignment, or what a parameter is bound to. */
  target(node: SyntaxNode): Expression
  type(node: SyntaxNode): Expression
  statement(node: SyntaxNode, setting?: Setting): readonly StatementNode[]
  /** A block's statements; of any other statement, itself; of nothing, none. */
  body(node: SyntaxNode | undefined): Body
  function(node: SyntaxNode, setting?: Setting): FunctionNode
  class(node: SyntaxNode, setting?: Setting): ClassNode
}

/** How one kind of expression, target or type is lowered. */
export type ScriptExpression = (node: SyntaxNode, lowering: ScriptLowering, setting: Setting) => Expression

/** How one kind of statement is lowered. */
export type ScriptStatement = (node: SyntaxNode, lowering: ScriptLowering, setting: Setting) => readonly StatementNode[]
