import * as math from './math.js'
import * as text from './text.js'

export function report(values: number[]): string {
  const mean = math.mean(values)
  return text.pad(text.format(mean), 8)
}

const { pad } = text
console.log(report([1, 2, 3]))
console.log(pad('x', 3))
