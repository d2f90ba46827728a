import type { SyntaxNode } from '../../syntax.ts'
import type { EntryNode, Expression } from '../../tree.ts'
import { docOf, isDoc } from './docs.ts'
import { keyOf } from './keys.ts'
import type { ScriptExpression, ScriptLowering } from './lowering.ts'
import { constantOf, field, isComment, parts, span, textOf } from './reading.ts'

const object: ScriptExpression = (node, lowering) => ({
  kind: 'collection',
  type: 'map',
  entries: entriesOf(node, lowering),
  ...span(node),
})

function entriesOf(node: SyntaxNode, lowering: ScriptLowering): readonly EntryNode[] {
  const entries: EntryNode[] = []
  let doc: SyntaxNode | undefined
  for (const each of node.children) {
    if (isDoc(each, lowering.text)) doc = each
    if (!each.named || isComment(each)) continue
    const entry = entryOf(each, lowering, doc)
    if (entry !== undefined) entries.push(entry)
    doc = undefined
  }
  return entries
}

function entryOf(node: SyntaxNode, lowering: ScriptLowering, doc: SyntaxNode | undefined): EntryNode | undefined {
  const said = doc === undefined ? undefined : docOf(doc, lowering.text)
  const key = field(node, 'key') ?? field(node, 'name')
  switch (node.type) {
    case 'spread_element':
      return { value: partOf(node, lowering), spread: true }
    case 'shorthand_property_identifier':
      return { key: keyOf(node, lowering), value: { kind: 'name', name: textOf(node, lowering.text), ...span(node) } }
    case 'method_definition':
      if (key === undefined) return undefined
      return { key: keyOf(key, lowering), value: lowering.function(node, { doc: said, at: key.start }) }
    case 'pair': {
      const value = field(node, 'value')
      if (key === undefined || value === undefined) return undefined
      const setting = { doc: said, headStart: key.start, at: key.start }
      return { key: keyOf(key, lowering), value: lowering.expression(value, setting) }
    }
    default:
      return { value: lowering.expression(node) }
  }
}

const partOf = (node: SyntaxNode, lowering: ScriptLowering): Expression => {
  const inner = parts(node)[0]
  return inner === undefined ? { kind: 'other', parts: [], ...span(node) } : lowering.expression(inner)
}

/** The elements of a list or a list pattern; a hole keeps its place. */
export function elementsOf(node: SyntaxNode, entry: (element: SyntaxNode) => EntryNode): readonly EntryNode[] {
  const entries: EntryNode[] = []
  let isFilled = false
  for (const each of node.children) {
    if (each.named && !isComment(each)) {
      entries.push(entry(each))
      isFilled = true
    } else if (each.type === ',') {
      if (!isFilled) entries.push({ value: { kind: 'other', parts: [], start: each.start, end: each.start } })
      isFilled = false
    }
  }
  return entries
}

const array: ScriptExpression = (node, lowering) => ({
  kind: 'collection',
  type: 'list',
  entries: elementsOf(node, (each) =>
    each.type === 'spread_element'
      ? { value: partOf(each, lowering), spread: true }
      : { value: lowering.expression(each) },
  ),
  ...span(node),
})

const template: ScriptExpression = (node, lowering) => {
  const value = constantOf(node, lowering.text)
  if (value !== undefined) return { kind: 'literal', type: 'string', value, ...span(node) }
  return { kind: 'template', parts: substitutions(node, lowering), ...span(node) }
}

/** The expressions within a template. */
export const substitutions = (node: SyntaxNode, lowering: ScriptLowering): readonly Expression[] =>
  parts(node)
    .filter(({ type }) => type === 'template_substitution')
    .map((each) => partOf(each, lowering))

/** Objects, lists and what else is written out. */
export const objects: Readonly<Record<string, ScriptExpression>> = {
  object,
  array,
  template_string: template,
  string: (node, lowering) => ({
    kind: 'literal',
    type: 'string',
    value: constantOf(node, lowering.text) ?? '',
    ...span(node),
  }),
  number: (node, lowering) => ({ kind: 'literal', type: 'number', value: textOf(node, lowering.text), ...span(node) }),
  regex: (node) => ({ kind: 'literal', type: 'pattern', ...span(node) }),
  true: (node) => ({ kind: 'literal', type: 'boolean', ...span(node) }),
  false: (node) => ({ kind: 'literal', type: 'boolean', ...span(node) }),
  null: (node) => ({ kind: 'literal', type: 'null', ...span(node) }),
  undefined: (node) => ({ kind: 'literal', type: 'null', ...span(node) }),
}
