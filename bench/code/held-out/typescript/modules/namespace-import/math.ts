export function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0)
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}
