import type { SyntaxNode } from '../../syntax.ts'
import type { Expression, Parameter } from '../../tree.ts'
import { childIn, type Lowering, partsOf } from './lowering.ts'

type Form = Parameter['form']

/** The parameters of a function or a lambda. */
export function parametersOf(node: SyntaxNode | undefined, lowering: Lowering): readonly Parameter[] {
  const parameters: Parameter[] = []
  let form: Form = 'normal'
  for (const part of node ? partsOf(node) : []) {
    if (part.type === 'positional_separator') {
      // `/`: all before it are passed by position alone
      parameters.forEach((one, at) => {
        parameters[at] = { ...one, form: 'positional' }
      })
    } else if (part.type === 'keyword_separator') form = 'keyword'
    else {
      const parameter = parameterOf(part, form, lowering)
      if (parameter.form === 'rest') form = 'keyword'
      parameters.push(parameter)
    }
  }
  return parameters
}

function parameterOf(node: SyntaxNode, form: Form, lowering: Lowering): Parameter {
  const { start, end } = node
  const isWrapped = /^(typed_|default_|typed_default_)parameter$/.test(node.type)
  const named = isWrapped ? (childIn(node, 'name') ?? partsOf(node)[0]) : node
  const annotation = isWrapped ? childIn(node, 'type') : undefined
  const value = isWrapped ? childIn(node, 'value') : undefined
  return {
    start,
    end,
    ...formOf(named, form, lowering),
    type: annotation && lowering.annotation(annotation),
    fallback: value && lowering.expression(value),
  }
}

function formOf(
  named: SyntaxNode | undefined,
  form: Form,
  lowering: Lowering,
): { readonly target: Expression; readonly form: Form } {
  if (named?.type === 'list_splat_pattern') return { target: lowering.expression(partsOf(named)[0]), form: 'rest' }
  if (named?.type === 'dictionary_splat_pattern')
    return { target: lowering.expression(partsOf(named)[0]), form: 'keywords' }
  return { target: lowering.expression(named), form }
}
