type Unary<T> = (value: T) => T

const compose =
  <T>(...fns: Unary<T>[]): Unary<T> =>
  (value) =>
    fns.reduce((acc, fn) => fn(acc), value)

const trim: Unary<string> = (s) => s.trim()
function lower(s: string): string {
  return s.toLowerCase()
}
function exclaim(s: string): string {
  return `${s}!`
}

function twice<T>(fn: Unary<T>, value: T): T {
  return fn(fn(value))
}

const normalise = compose(trim, lower, exclaim)
console.log(normalise('  HELLO '))
console.log(twice(exclaim, 'hey'))
