export function* numbers(): Generator<number> {
  for (let n = 0; ; n = next(n)) yield n
}

function next(n: number): number {
  return n + 1
}

export function* map<T, U>(source: Iterable<T>, fn: (item: T) => U): Generator<U> {
  for (const item of source) yield fn(item)
}

export function* filter<T>(source: Iterable<T>, keep: (item: T) => boolean): Generator<T> {
  for (const item of source) {
    if (keep(item)) yield item
  }
}
