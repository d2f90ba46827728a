import type { SyntaxNode } from '../syntax.ts'
import type { Parameter } from '../tree.ts'
import { declaredIn, isIn, type NodeLowering, nameNode, spanOf, typeOf } from './lowering.ts'
import { childIn, partIn, type ThinParameter } from './syntax.ts'

/** The parameters in a list of them, or in what stands around that. */
export function parametersIn(list: SyntaxNode | undefined, lowering: NodeLowering): readonly Parameter[] {
  if (list === undefined) return []
  const { syntax, text } = lowering
  // `x -> x + 1`
  if (isIn(syntax.names, list)) return [{ ...spanOf(list), target: nameNode(list, text), form: 'normal' }]
  const found: Parameter[] = []
  const visit = (node: SyntaxNode): void => {
    const roles = syntax.parameters?.[node.type]
    const named = roles ? [] : node.children.filter((each) => each.field === 'name' && isIn(syntax.names, each))
    if (roles) found.push(...parametersOf(node, roles, lowering))
    else if (named.length > 0) {
      const type = typeOf(childIn(node, 'type'), lowering)
      for (const each of named)
        found.push({ ...spanOf(each), target: nameNode(each, text), form: 'normal', ...(type && { type }) })
    } else if (syntax.parameters && isIn(syntax.names, node))
      found.push({ ...spanOf(node), target: nameNode(node, text), form: 'normal' })
    else for (const child of node.children) if (child.named) visit(child)
  }
  visit(list)
  return found
}

/** The parameters of a node: several of one type, or one that has no name. */
function parametersOf(node: SyntaxNode, roles: ThinParameter, lowering: NodeLowering): readonly Parameter[] {
  const written = partIn(node, roles.type ?? '')
  const held = node.children.filter(({ field }) => field === roles.name)
  const [only] = held.length > 0 ? [] : [partIn(node, roles.name)]
  const names = (only ? [only] : held).flatMap((each) => declaredIn(each, lowering) ?? [])
  const form = roles.isRest === true ? 'rest' : 'normal'
  const last = roles.isOptional ? (node.children.at(-1) ?? node) : partIn(node, roles.fallback ?? '')
  const fallback = last && lowering.expression(last)
  const given = { ...(fallback && { fallback }), form } as const
  const type = typeOf(written, lowering, roles.isRest)
  if (names.length === 0)
    return [{ ...spanOf(node), target: { ...spanOf(node), kind: 'other', parts: [] }, ...given, ...(type && { type }) }]
  return names.map(({ name, isList, parameters }) => {
    const own = parameters ? undefined : isList ? typeOf(written, lowering, true) : type
    return { ...spanOf(name), target: nameNode(name, lowering.text), ...given, ...(own && { type: own }) }
  })
}
