export function pack(data: string): string {
  return `zip(${checksum(data)})`
}

function checksum(data: string): number {
  return [...data].reduce((n, c) => n + c.charCodeAt(0), 0)
}
