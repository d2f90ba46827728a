import type { Expression } from '../tree.ts'

/** So much of a name must be known before it says anything. */
const NAMING = /^(?=.*[A-Za-z].*[\w$]|.*[\w$].*[A-Za-z])[\w$]*\*[\w$]*$/
const LONGEST = 40

/** The text that an expression composes, with `*` for what is not known; undefined if it cannot be a name of which a part is known. */
export function patternOf(e: Expression, text: string): string | undefined {
  const found = textOf(e, text).replace(/\*+/g, '*')
  return found.length <= LONGEST && NAMING.test(found) ? found : undefined
}

function textOf(e: Expression, text: string): string {
  if (e.kind === 'literal' && e.type === 'string') return e.value ?? '*'
  if (e.kind === 'template') return templateText(text.slice(e.start, e.end))
  if (e.kind !== 'operation') return '*'
  if (e.operator === '+') return e.operands.map((operand) => textOf(operand, text)).join('')
  const [format] = e.operands
  if (e.operator !== '%' || format?.kind !== 'literal' || format.type !== 'string') return '*'
  return (format.value ?? '*').replace(/%(?:\(\w+\))?[-+ #0-9.]*[a-zA-Z]/g, '*')
}

/** What stands before the first and after the last of a template's expressions. */
function templateText(source: string): string {
  const before = /^[A-Za-z]{0,2}(?:"""|'''|["'`])([\w]*)\$?\{/.exec(source)?.[1]
  const after = /\}([\w]*)(?:"""|'''|["'`])$/.exec(source)?.[1]
  return before === undefined || after === undefined ? '*' : `${before}*${after}`
}
