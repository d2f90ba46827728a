import { setImmediate } from 'node:timers/promises'

/** No payload of a client comes close: the largest have some thousand lines of a diff. */
const MOST_VALUES = 10_000
/** How many bytes are looked at before others get their turn. */
const SLICE = 64 * 1024

/**
 * A JSON document without most of what its widest objects and lists hold, so that a hundred thousand keys, which take a
 * quarter of a second to read, hold up nobody. Each field of the document may use half of the values that the fields
 * before it left over; whatever comes later in it is left out, with a note that says how much. Strings are never cut, and
 * a document with fewer values is returned as it is. What is not JSON stays invalid, unless it is in the part left out.
 */
export async function narrowedBody(body: Buffer, mostValues = MOST_VALUES): Promise<Buffer> {
  // A value and what separates it from the next take two bytes
  if (body.length <= mostValues) return body
  const reader = new Narrowing(body, mostValues)
  while (!reader.readTo(SLICE)) await setImmediate()
  return reader.result()
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Reads a document once, from its beginning to its end, and collects the parts that stay. */
class Narrowing {
  readonly #body: Buffer
  readonly #parts: Buffer[] = []
  /** The brackets that are open. */
  readonly #open: number[] = []
  #at = 0
  /** Everything before this is in the parts, or left out. */
  #done = 0
  #left: number
  /** How many values the current field of the document has. */
  #used = 0
  /** Where members are being left out. */
  #cut: Cut | undefined

  constructor(body: Buffer, mostValues: number) {
    this.#body = body
    this.#left = mostValues
  }

  /** Reads on for about so many bytes; true at the end. */
  readTo(bytes: number): boolean {
    const end = Math.min(this.#body.length, this.#at + bytes)
    for (; this.#at < end; this.#at++) this.#read(this.#body[this.#at] as number)
    return this.#at >= this.#body.length
  }

  /** The same bytes if nothing was left out. */
  result(): Buffer {
    return this.#parts.length === 0 ? this.#body : Buffer.concat([...this.#parts, this.#body.subarray(this.#done)])
  }

  #read(byte: number): void {
    if (byte === QUOTE) this.#at = endOfString(this.#body, this.#at)
    else if (byte === COMMA) this.#next()
    else if (byte === LIST || byte === OBJECT) this.#enter(byte)
    else if (byte === LIST_END || byte === OBJECT_END) this.#leave()
  }

  #next(): void {
    const depth = this.#open.length
    if (this.#cut) {
      if (this.#cut.depth === depth) this.#cut.count++
      return
    }
    if (depth === 1) {
      this.#left -= this.#used
      this.#used = 0
    }
    this.#used++
    if (this.#isFull()) this.#leaveOutFrom(this.#at)
  }

  #enter(bracket: number): void {
    this.#open.push(bracket)
    if (this.#cut) return
    this.#used++
    if (this.#isFull()) this.#leaveOutFrom(this.#at + 1)
  }

  #leave(): void {
    const cut = this.#cut
    if (cut?.depth === this.#open.length) {
      const isEmpty = cut.from === this.#at
      if (!isEmpty) this.#parts.push(Buffer.from(cutNote(cut, this.#body[cut.from] === COMMA, this.#open.at(-1))))
      this.#done = this.#at
      this.#cut = undefined
    }
    this.#open.pop()
  }

  #isFull(): boolean {
    return this.#used > (this.#open.length === 1 ? this.#left : this.#left / 2)
  }

  #leaveOutFrom(from: number): void {
    this.#parts.push(this.#body.subarray(this.#done, from))
    this.#cut = { depth: this.#open.length, from, count: 1 }
    this.#done = from
  }
}

/** Members of an object or list that are left out: at which depth, from where on, and how many. */
interface Cut {
  readonly depth: number
  readonly from: number
  count: number
}

function cutNote({ count }: Cut, isAfterOthers: boolean, bracket: number | undefined): string {
  const note = `"[${count} more left out]"`
  return `${isAfterOthers ? ',' : ''}${note}${bracket === OBJECT ? ':true' : ''}`
}

/** The index of the quote that ends the string which begins at `start`. */
function endOfString(body: Buffer, start: number): number {
  for (let at = start; ; ) {
    at = body.indexOf(QUOTE, at + 1)
    if (at < 0) return body.length
    let slashes = 0
    while (body[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
}
