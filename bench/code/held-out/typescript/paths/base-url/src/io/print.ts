export function print(value: unknown): void {
  console.log(text(value))
}

function text(value: unknown): string {
  return JSON.stringify(value)
}
