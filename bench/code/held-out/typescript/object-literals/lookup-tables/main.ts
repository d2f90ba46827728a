import { operators, type Operator } from './operators'

function evaluate(text: string): number {
  const [left = '', op = '', right = ''] = text.split(' ')
  if (!isOperator(op)) return unknown(op)
  return operators[op](Number(left), Number(right))
}

function isOperator(op: string): op is Operator {
  return op in operators
}

const unknown = (op: string): number => {
  console.log('unknown', op)
  return Number.NaN
}

console.log(evaluate('2 + 3'), evaluate('2 * 3'), evaluate('2 ? 3'))
