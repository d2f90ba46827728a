import { pathOf, uncast } from './binding.ts'
import type { ClassNode, FunctionNode } from './tree.ts'

/** What is said beside a definition: its decorators' names, and what it is besides. */
export function marksOf(node: FunctionNode | ClassNode): readonly string[] {
  const decorators = node.decorators.flatMap((decorator) => {
    const applied = uncast(decorator)
    return pathOf(applied.kind === 'call' ? uncast(applied.callee) : applied)?.join('.') ?? []
  })
  if (node.kind === 'class') {
    const marks = [node.isAbstract === true && 'abstract', node.isValue === true && 'expression']
    return [...decorators, ...marks.filter((mark) => mark !== false)]
  }
  return [...decorators, ...node.marks.filter((mark) => mark !== 'arrow')]
}
