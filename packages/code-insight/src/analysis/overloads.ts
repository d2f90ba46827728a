import type { Body, StatementNode } from './tree.ts'

const isBodiless = (node: StatementNode): boolean => node.kind === 'function' && node.marks.includes('bodiless')

/** A body without the overloads of what is implemented in it. */
export function withoutOverloads(body: Body): Body {
  if (!body.some(isBodiless)) return body
  const implemented = new Set(body.map((node) => (isBodiless(node) ? undefined : functionName(node))))
  return body.filter((node) => !isBodiless(node) || !implemented.has(functionName(node)))
}

const functionName = (node: StatementNode): string | undefined => (node.kind === 'function' ? node.name : undefined)
