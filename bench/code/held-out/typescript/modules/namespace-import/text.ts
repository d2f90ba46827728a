const DIGITS = 2

export function format(value: number): string {
  return value.toFixed(DIGITS)
}

export function pad(value: string, width: number): string {
  return value.padStart(width)
}
