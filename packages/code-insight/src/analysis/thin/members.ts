import type { Expression, StatementNode } from '../tree.ts'
import { eachPart, type TreeNode } from '../tree-parts.ts'
import { spanOf } from './lowering.ts'

/** The definitions of a class's body, or of the lists in it, and what runs there. */
export const membersIn = (body: readonly StatementNode[]): StatementNode[] => body.flatMap(membersAmong)

function membersAmong(part: Expression | StatementNode): StatementNode[] {
  if (part.kind === 'other') return part.parts.flatMap(membersAmong)
  if (part.kind === 'call') return [{ ...spanOf(part), kind: 'evaluate', value: part }]
  return DEFINING.has(part.kind) || hasCall(part) ? [part as StatementNode] : []
}

const DEFINING: ReadonlySet<string> = new Set(['assign', 'function', 'class', 'alias'])

function hasCall(part: TreeNode): boolean {
  let has = part.kind === 'call'
  if (!has) eachPart(part, (child) => (has ||= hasCall(child)))
  return has
}
