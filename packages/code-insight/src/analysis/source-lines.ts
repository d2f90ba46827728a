/** Where the lines of a text are. */
export class SourceLines {
  readonly #starts: number[] = [0]

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1)
    // What follows the last line break is a line only if there is something
    if (text.endsWith('\n')) this.#starts.pop()
  }

  get count(): number {
    return this.#starts.length
  }

  /** The line of an offset, from 1. */
  at(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
