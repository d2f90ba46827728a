import { attempt, Result } from './result'

function parseAge(text: string): number {
  const n = Number(text)
  if (Number.isNaN(n)) throw new Error(`bad age ${text}`)
  return n
}

function double(n: number): number {
  return n * 2
}

const age: Result<number> = attempt(() => parseAge('21'))
console.log(age.map(double).orElse(0))
console.log(attempt(() => parseAge('x')).orElse(-1))
