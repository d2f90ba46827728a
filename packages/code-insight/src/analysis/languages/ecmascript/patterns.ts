import type { SyntaxNode } from '../../syntax.ts'
import type { AssignNode, EntryNode } from '../../tree.ts'
import { keyOf } from './keys.ts'
import type { ScriptExpression, ScriptLowering } from './lowering.ts'
import { elementsOf } from './objects.ts'
import { field, parts, span, textOf } from './reading.ts'

const name: ScriptExpression = (node, lowering) => ({ kind: 'name', name: textOf(node, lowering.text), ...span(node) })

const objectPattern: ScriptExpression = (node, lowering) => ({
  kind: 'collection',
  type: 'map',
  entries: parts(node).map((each) => entryOf(each, lowering)),
  ...span(node),
})

function entryOf(node: SyntaxNode, lowering: ScriptLowering): EntryNode {
  const [key, value] = [field(node, 'key') ?? field(node, 'left'), field(node, 'value')]
  if (node.type === 'rest_pattern') return rest(node, lowering)
  if (node.type === 'pair_pattern' && key !== undefined && value !== undefined)
    return { key: keyOf(key, lowering), value: lowering.target(value) }
  if (node.type === 'object_assignment_pattern' && key !== undefined)
    return { key: keyOf(key, lowering), value: withDefault(node, lowering) }
  return { key: keyOf(node, lowering), value: lowering.target(node) }
}

const rest = (node: SyntaxNode, lowering: ScriptLowering): EntryNode => {
  const inner = parts(node)[0]
  return { value: inner === undefined ? name(node, lowering, {}) : lowering.target(inner), spread: true }
}

const arrayPattern: ScriptExpression = (node, lowering) => ({
  kind: 'collection',
  type: 'list',
  entries: elementsOf(node, (each) =>
    each.type === 'rest_pattern' ? rest(each, lowering) : { value: lowering.target(each) },
  ),
  ...span(node),
})

/** A target that has a value of its own where it gets none. */
function withDefault(node: SyntaxNode, lowering: ScriptLowering): AssignNode {
  const [left, right] = [field(node, 'left'), field(node, 'right')]
  return {
    kind: 'assign',
    target: left === undefined ? name(node, lowering, {}) : lowering.target(left),
    value: right === undefined ? undefined : lowering.expression(right),
    ...span(node),
  }
}

/** What can stand left of an assignment, besides members. */
export const patterns: Readonly<Record<string, ScriptExpression>> = {
  identifier: name,
  shorthand_property_identifier_pattern: name,
  object_pattern: objectPattern,
  array_pattern: arrayPattern,
  assignment_pattern: withDefault,
  object_assignment_pattern: withDefault,
}
