import python from '../../../../src/analysis/languages/python/index.ts'
import type {
  Argument,
  ClassNode,
  EntryNode,
  Expression,
  FunctionNode,
  ModuleNode,
  Parameter,
  StatementNode,
} from '../../../../src/analysis/tree.ts'
import { lowered } from '../../../process/grammars.ts'

/** The neutral tree of a Python file. */
export const moduleOf = (text: string): Promise<ModuleNode> => lowered(python, text, 'sample.py')

/** The statements of a Python file in a short notation: operators and calls in prefix form, bodies in braces. */
export async function shownModule(text: string): Promise<string> {
  return bodyShown((await moduleOf(text)).body)
}

type Part = Expression | StatementNode

const all = (parts: readonly Part[]): string => parts.map(shown).join(', ')
/** A body in that notation, of any language. */
export const bodyShown = (body: readonly Part[]): string => body.map(shown).join('; ')
const braces = (body: readonly Part[] | undefined): string => (body ? `{${bodyShown(body)}}` : '')
const maybe = (before: string, part: Part | undefined): string => (part ? `${before}${shown(part)}` : '')
const word = (flag: unknown, text: string): string => (flag ? text : '')

const entry = ({ key, value, spread }: EntryNode): string => {
  return `${word(spread, '*')}${key ? `${shown(key)}: ` : ''}${shown(value)}`
}
const argument = ({ name, value, spread }: Argument): string => {
  return `${name ? `${name}=` : ''}${spread === 'list' ? '*' : spread === 'map' ? '**' : ''}${shown(value)}`
}
const FORMS = { positional: '/', normal: '', keyword: '~', rest: '*', keywords: '**' }
const parameter = ({ target, form, type, fallback, isField }: Parameter): string => {
  return `${word(isField, 'field ')}${FORMS[form]}${shown(target)}${maybe(': ', type)}${maybe(' = ', fallback)}`
}

function functionShown({ name, parameters, returns, marks, decorators, doc, exported, body }: FunctionNode): string {
  const before = decorators.map((one) => `@${shown(one)} `).join('')
  const kinds = [...marks, ...(exported ? ['exported'] : [])].map((mark) => `${mark} `).join('')
  const head = `${name ?? 'lambda'}(${parameters.map(parameter).join(', ')})${maybe(' -> ', returns)}`
  return `${before}${kinds}${head}${word(doc, ` "${doc}"`)} ${braces(body)}`
}

function classShown(node: ClassNode): string {
  const { name, form, bases, implemented, keywords, decorators, isAbstract, exported, doc, body } = node
  const before = decorators.map((one) => `@${shown(one)} `).join('')
  const head = [...bases.map(shown), ...implemented.map((one) => `: ${shown(one)}`), ...keywords.map(argument)].join(
    ', ',
  )
  const kinds = `${word(isAbstract, 'abstract ')}${word(exported, 'exported ')}${form}`
  return `${before}${kinds} ${name}(${head})${word(doc, ` "${doc}"`)} ${braces(body)}`
}

function shown(node: Part): string {
  return (SHOWN[node.kind] as (one: Part) => string)(node)
}

const SHOWN: { readonly [K in Part['kind']]: (node: Extract<Part, { kind: K }>) => string } = {
  name: ({ name }) => name,
  member: ({ object, name }) => `${shown(object)}.${name}`,
  subscript: ({ object, index }) => `${shown(object)}[${index ? shown(index) : ':'}]`,
  self: () => 'SELF',
  super: () => 'SUPER',
  call: ({ form, callee, args }) =>
    `${word(form !== 'call', `${form} `)}${shown(callee)}(${args.map(argument).join(', ')})`,
  literal: ({ type, value }) => (type === 'string' ? `'${value}'` : (value ?? type)),
  template: ({ parts }) => `template(${all(parts)})`,
  collection: ({ type, entries }) => `${type}(${entries.map(entry).join(', ')})`,
  comprehension: ({ type, key, value, clauses }) => {
    const loops = clauses.map(({ target, iterable, tests }) => {
      return ` for ${shown(target)} in ${shown(iterable)}${tests.map((test) => ` if ${shown(test)}`).join('')}`
    })
    return `${type}[${maybe('', key)}${word(key, ': ')}${shown(value)}${loops.join('')}]`
  },
  assign: ({ target, type, operator = '', value, declares, exported, doc }) => {
    const words = `${declares ? `${declares} ` : ''}${word(exported, 'exported ')}`
    return `${words}${shown(target)}${maybe(': ', type)}${maybe(` ${operator}= `, value)}${word(doc, ` "${doc}"`)}`
  },
  choice: ({ test, values }) => `choice(${maybe('', test)}${word(test, ' ? ')}${values.map(shown).join(' | ')})`,
  operation: ({ operator, operands }) => `(${operator} ${operands.map(shown).join(' ')})`,
  await: ({ value }) => `await ${shown(value)}`,
  yield: ({ value, all: isAll }) => `yield${word(isAll, '*')}${maybe(' ', value)}`,
  cast: ({ value, type }) => `cast(${shown(value)} as ${shown(type)})`,
  imported: ({ module }) => `imported(${module})`,
  function: functionShown,
  class: classShown,
  other: ({ parts }) => `other(${all(parts)})`,
  import: ({ module, bindings, isStar, isType }) => {
    const names = bindings.map(({ imported, local }) => (imported === local ? local : `${imported} as ${local}`))
    return `${word(isType, 'type ')}import ${module} (${[...names, ...(isStar ? ['**'] : [])].join(', ')})`
  },
  export: ({ module, bindings, isStar, isType }) => {
    const names = bindings.map(({ exported, imported, value }) => `${maybe('', value) || imported} as ${exported}`)
    const what = [...names, ...(isStar ? ['**'] : [])].join(', ')
    return `${word(isType, 'type ')}export${module === undefined ? '' : ` ${module}`} (${what})`
  },
  return: ({ value }) => `return${maybe(' ', value)}`,
  raise: ({ value }) => `raise${maybe(' ', value)}`,
  if: ({ test, body, otherwise }) =>
    `if ${shown(test)} ${braces(body)}${word(otherwise, ' else ')}${braces(otherwise)}`,
  loop: ({ form, target, over, before, test, after, body, otherwise }) => {
    const steps = `${maybe('', test)}${maybe('; ', after)}`
    const head = `${word(before, `${braces(before)} `)}${target && over ? `${shown(target)} in ${shown(over)}` : steps}`
    return `${form} ${head} ${braces(body)}${word(otherwise, ' else ')}${braces(otherwise)}`
  },
  try: ({ body, handlers, otherwise, lastly }) => {
    const caught = handlers.map((one) => ` except ${all(one.types)}${maybe(' as ', one.target)} ${braces(one.body)}`)
    const after = `${word(otherwise, ' else ')}${braces(otherwise)}${word(lastly, ' finally ')}${braces(lastly)}`
    return `try ${braces(body)}${caught.join('')}${after}`
  },
  with: ({ items, isAsync, body }) => {
    const managers = items.map(({ value, target }) => `${shown(value)}${maybe(' as ', target)}`)
    return `${word(isAsync, 'async ')}with ${managers.join(', ')} ${braces(body)}`
  },
  switch: ({ subject, cases }) => {
    const branches = cases.map(({ tests, binds = [], guard, body }) => {
      return ` case ${all(tests)}${word(binds.length, ` binds ${all(binds)}`)}${maybe(' if ', guard)} ${braces(body)}`
    })
    return `switch ${shown(subject)}${branches.join('')}`
  },
  jump: ({ form, label }) => `${form}${word(label, ` ${label}`)}`,
  outer: ({ scope, names }) => `${scope} ${names.join(', ')}`,
  alias: ({ name, value, exported, doc }) =>
    `${word(exported, 'exported ')}type ${name} = ${shown(value)}${word(doc, ` "${doc}"`)}`,
  block: ({ label, body }) => `${word(label, `${label}: `)}${braces(body)}`,
  evaluate: ({ value }) => shown(value),
}
