function plus(a: number, b: number): number {
  return a + b
}

export const operators = {
  '+': plus,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => repeat(a, b),
} as const

export type Operator = keyof typeof operators

function repeat(a: number, times: number): number {
  let sum = 0
  for (let i = 0; i < times; i++) sum = plus(sum, a)
  return sum
}
