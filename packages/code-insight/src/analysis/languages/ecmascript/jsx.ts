import type { SyntaxNode } from '../../syntax.ts'
import type { Argument, Expression } from '../../tree.ts'
import type { ScriptExpression, ScriptLowering } from './lowering.ts'
import { child, field, fields, parts, span, textOf } from './reading.ts'

/** An element is a call of its component: attributes are keyword arguments, children positional ones. */
const element: ScriptExpression = (node, lowering) => {
  const opening = field(node, 'open_tag') ?? child(node, 'jsx_opening_element') ?? node
  return {
    kind: 'call',
    form: 'element',
    callee: componentOf(opening, lowering),
    args: [...fields(opening, 'attribute').flatMap((each) => attribute(each, lowering)), ...childrenOf(node, lowering)],
    ...span(node),
  }
}

/** What is called; of the page's own elements and of fragments, a literal. */
function componentOf(opening: SyntaxNode, lowering: ScriptLowering): Expression {
  const name = field(opening, 'name')
  if (name === undefined)
    return { kind: 'literal', type: 'string', value: '', start: opening.start, end: opening.start }
  const text = textOf(name, lowering.text)
  if (name.type !== 'jsx_namespace_name' && (!/^[a-z][^.]*$/.test(text) || text === 'this'))
    return lowering.expression(name)
  return { kind: 'literal', type: 'string', value: text, ...span(name) }
}

function attribute(node: SyntaxNode, lowering: ScriptLowering): readonly Argument[] {
  if (node.type === 'jsx_expression') return [...contained(node, 'map', lowering)]
  const [name, value] = parts(node)
  if (name === undefined) return []
  const named = { name: textOf(name, lowering.text) }
  if (value === undefined) return [{ ...named, value: { kind: 'literal', type: 'boolean', ...span(name) } }]
  if (value.type !== 'jsx_expression') return [{ ...named, value: lowering.expression(value) }]
  const inner = parts(value)[0]
  const setting = { headStart: name.start, at: name.start }
  return inner === undefined ? [] : [{ ...named, value: lowering.expression(inner, setting) }]
}

function childrenOf(node: SyntaxNode, lowering: ScriptLowering): readonly Argument[] {
  return parts(node)
    .filter((each) => each.field === undefined && !NO_CHILD.has(each.type))
    .flatMap((each) =>
      each.type === 'jsx_expression' ? contained(each, 'list', lowering) : [{ value: lowering.expression(each) }],
    )
}

const NO_CHILD = new Set(['jsx_text', 'html_character_reference', 'jsx_opening_element', 'jsx_closing_element'])

/** What stands in braces; nothing if that is a comment. */
function contained(node: SyntaxNode, spread: 'list' | 'map', lowering: ScriptLowering): readonly Argument[] {
  const inner = parts(node)[0]
  if (inner === undefined) return []
  if (inner.type !== 'spread_element') return [{ value: lowering.expression(inner) }]
  const all = parts(inner)[0]
  return all === undefined ? [] : [{ value: lowering.expression(all), spread }]
}

/** Elements of JSX. */
export const jsx: Readonly<Record<string, ScriptExpression>> = {
  jsx_element: element,
  jsx_fragment: element,
  jsx_self_closing_element: (node, lowering) => ({
    kind: 'call',
    form: 'element',
    callee: componentOf(node, lowering),
    args: fields(node, 'attribute').flatMap((each) => attribute(each, lowering)),
    ...span(node),
  }),
}
