import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** More is not read: instructions are short. */
const MOST = 64 * 1024

/** The head of a regular file's text; empty where there is none, or none that can be read. */
export async function textOf(path: string): Promise<string> {
  try {
    // A pipe of that name must not hold anybody up
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      if (!(await file.stat()).isFile()) return ''
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST), 0, MOST, 0)
      return buffer.toString('utf8', 0, bytesRead)
    } finally {
      await file.close()
    }
  } catch {
    return ''
  }
}
