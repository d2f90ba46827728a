import type { WriteStream } from 'node:tty'
import { createColors } from 'picocolors'
import type { Paint } from '../operations/verb/operation.ts'

/** Colours where a person looks on; none through a pipe or under NO_COLOR. */
export function paintFor(stream: WriteStream | NodeJS.WriteStream): Paint {
  return createColors(stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb')
}
