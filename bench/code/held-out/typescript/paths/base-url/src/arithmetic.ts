export const multiply = (a: number, b: number): number => a * b
