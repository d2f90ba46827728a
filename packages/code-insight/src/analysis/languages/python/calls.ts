import type { SyntaxNode } from '../../syntax.ts'
import type { Argument, Expression } from '../../tree.ts'
import { annotationInText } from './annotation-text.ts'
import { childIn, type ExpressionRule, entryIn, knownName, type Lowering, partsOf } from './lowering.ts'

/** Calls, and those that are something else in the neutral tree. */
export const callRules: Readonly<Record<string, ExpressionRule>> = { call }

function call(node: SyntaxNode, lowering: Lowering): Expression {
  const { start, end } = node
  const callee = lowering.expression(childIn(node, 'function'))
  const list = childIn(node, 'arguments')
  const args = list ? argumentsOf(list, lowering) : []
  if (callee.kind === 'name' && callee.name === 'super')
    return { kind: 'super', start, end, of: args[0]?.value, receiver: args[1]?.value }
  const name = knownName(callee, lowering) ?? (callee.kind === 'name' ? callee.name : undefined)
  const special = entryIn(SPECIAL, name)?.(args, node, lowering)
  return special ?? { kind: 'call', start, end, form: 'call', callee, args: typed(name, args, list, lowering) }
}

/** Calls that say what module or type something is; undefined where the arguments do not tell. */
const SPECIAL: Readonly<
  Record<string, (args: readonly Argument[], node: SyntaxNode, lowering: Lowering) => Expression | undefined>
> = {
  'importlib.import_module': ([module], { start, end }) => {
    const name = constant(module)
    return name === undefined ? undefined : { kind: 'imported', start, end, module: name }
  },
  __import__: ([module, ...others], { start, end }) => {
    const name = constant(module)
    if (name === undefined) return undefined
    // Without a list of names it gives the outermost package
    return { kind: 'imported', start, end, module: others.length > 0 ? name : (name.split('.')[0] ?? name) }
  },
  'typing.cast': ([type, value, ...others], { start, end }, lowering) => {
    if (!type || !value || others.length > 0) return undefined
    return { kind: 'cast', start, end, value: value.value, type: typeIn(type.value, lowering) }
  },
}

const constant = (argument: Argument | undefined): string | undefined =>
  argument?.value.kind === 'literal' && argument.value.type === 'string' ? argument.value.value : undefined

/** Arguments that are types, which may be strings: the bound of a type variable. */
function typed(
  name: string | undefined,
  args: readonly Argument[],
  list: SyntaxNode | undefined,
  lowering: Lowering,
): readonly Argument[] {
  if (list === undefined || (name !== 'typing.TypeVar' && name !== 'typing.NewType')) return args
  return args.map((argument, at) => (at === 0 ? argument : { ...argument, value: typeIn(argument.value, lowering) }))
}

/** The type that a string names. */
function typeIn(value: Expression, { text }: Lowering): Expression {
  if (value.kind !== 'literal' || value.type !== 'string' || value.value === undefined) return value
  const opening = text.slice(value.start, value.end).indexOf(value.value)
  return annotationInText(value.value, value.start + Math.max(opening, 0)) ?? value
}

/** The arguments of a call, or of a class's head. */
export function argumentsOf(list: SyntaxNode, lowering: Lowering): readonly Argument[] {
  // `f(x for x in xs)`
  if (list.type === 'generator_expression') return [{ value: lowering.expression(list) }]
  return partsOf(list).map((part) => argumentOf(part, lowering))
}

function argumentOf(node: SyntaxNode, lowering: Lowering): Argument {
  if (node.type === 'keyword_argument') {
    const name = childIn(node, 'name')
    const value = lowering.expression(childIn(node, 'value'))
    return { value, name: name && lowering.text.slice(name.start, name.end) }
  }
  if (node.type === 'list_splat') return { value: lowering.expression(partsOf(node)[0]), spread: 'list' }
  if (node.type === 'dictionary_splat') return { value: lowering.expression(partsOf(node)[0]), spread: 'map' }
  if (node.type === 'parenthesized_expression' && partsOf(node)[0]?.type === 'list_splat')
    return { value: lowering.expression(partsOf(node)[0]), spread: 'list' }
  return { value: lowering.expression(node) }
}
