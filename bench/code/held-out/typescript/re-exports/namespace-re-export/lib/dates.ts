export function format(day: number): string {
  return `day ${two(day)}`
}

const two = (n: number): string => String(n).padStart(2, '0')
