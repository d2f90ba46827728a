import { openSync, writeSync } from 'node:fs'

/** The name under which a program rewritten by instrument.ts finds the recorder. */
export const RECORDER = '__hindcastTrace'

/** A call of a function that has begun: which function, and who called it. */
interface Frame {
  readonly key: string
  caller: Frame | undefined
}

const NOTHING: readonly never[] = []

/**
 * What a program rewritten by instrument.ts tells: it keeps the stack of the named functions that run, and writes each
 * pair of caller and called, with its line, when it first sees it. A caller is only who called synchronously: after a
 * function has waited, nobody has.
 */
export class Recorder {
  readonly #out: number
  readonly #seen = new Set<string>()
  #current: Frame | undefined
  /** The line of the call that is about to be made; 0 where nothing in the text says that there is one. */
  #line = 0

  constructor(out: string) {
    this.#out = openSync(out, 'a')
  }

  /** A file's own statements begin. */
  module(key: string): Frame {
    return this.#begin(key)
  }

  /** A function without a name begins: its calls are those of the one around it, `key`. */
  anonymous(key: string): Frame {
    return this.#begin(key)
  }

  /** A function begins. */
  enter(key: string): Frame {
    this.#note(key, this.#line > 0 ? 'call' : 'implicit', this.#line)
    return this.#begin(key)
  }

  /** A getter or the like begins: whatever line has last been told, it was not for this. */
  implicit(key: string): Frame {
    this.#note(key, 'implicit', 0)
    return this.#begin(key)
  }

  /** The body of a generator begins, which is when its first value is wanted and not where it was called. */
  generator(key: string): Frame {
    this.#note(key, 'resumed', 0)
    return this.#begin(key)
  }

  /** A parameter's default value or a field is computed, after the call and before the body. */
  ahead<T>(key: string, value: (frame: Frame) => T): T {
    const [current, line] = [this.#current, this.#line]
    try {
      return value(this.#begin(key))
    } finally {
      this.#current = current
      this.#line = line
    }
  }

  /** A function makes a call on this line; nothing is added to its arguments. */
  calls(frame: Frame | undefined, line: number): readonly never[] {
    this.#current = frame
    this.#line = line
    return NOTHING
  }

  /** A function ends. */
  leave(frame: Frame | undefined): void {
    this.#current = frame?.caller
    this.#line = 0
  }

  /** A function waits, or hands out a value: its caller goes on. */
  waits<T>(frame: Frame | undefined, value: T): T {
    this.leave(frame)
    if (frame) frame.caller = undefined
    return value
  }

  /** A function goes on after it has waited: nobody calls it. */
  resumed<T>(frame: Frame | undefined, value: T): T {
    this.#current = frame
    this.#line = 0
    return value
  }

  /** A generator goes on, for whoever runs now. */
  continued<T>(frame: Frame | undefined, value: T): T {
    if (frame) frame.caller = this.#current
    return this.resumed(frame, value)
  }

  #begin(key: string): Frame {
    const frame = { key, caller: this.#current }
    this.#current = frame
    this.#line = 0
    return frame
  }

  #note(key: string, how: string, line: number): void {
    this.#write(`ran ${key}`, () => ({ kind: 'ran', ...entity(key) }))
    const from = this.#current?.key
    if (from === undefined) return
    const ends = () => ({ from: entity(from), to: entity(key) })
    this.#write(`${line} ${how} ${from} ${key}`, () => ({ kind: 'edge', ...ends(), line: line || null, how }))
  }

  #write(once: string, line: () => object): void {
    if (this.#seen.has(once)) return
    this.#seen.add(once)
    // At once and not at the end: programs end in many ways. Tests change what objects inherit, so this hands over none
    writeSync(this.#out, `${JSON.stringify(line())}\n`)
  }
}

function entity(key: string): object {
  const [file, name, line] = key.split('|')
  return { file, name, line: Number(line) }
}
