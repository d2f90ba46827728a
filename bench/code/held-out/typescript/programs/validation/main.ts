import { object, string, number, ValidationError, type Infer } from './schema'

const person = object({ name: string().min(2), age: number() })

type Person = Infer<typeof person>

function load(raw: unknown): Person | string {
  try {
    return person.parse(raw)
  } catch (error) {
    return error instanceof ValidationError ? error.report() : 'unknown'
  }
}

console.log(load({ name: 'Ada', age: 36 }))
console.log(load({ name: 'A', age: 36 }))
console.log(load({ name: 'Bob', age: 'x' }))
