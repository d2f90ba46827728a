import { filter, map, numbers } from './lazy'

const isEven = (n: number): boolean => n % 2 === 0

function label(n: number): string {
  return `n${n}`
}

const result = map(filter(numbers(), isEven), label)
for (const text of result) {
  console.log(text)
  if (done(text)) break
}

function done(text: string): boolean {
  return text === 'n4'
}
