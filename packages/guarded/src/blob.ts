import { createHash } from 'node:crypto'

/** What git calls a file with these contents, in a repository whose ids have so many digits: 40, or 64. */
export const blobId = (contents: Buffer, digits = 40): string =>
  createHash(digits === 40 ? 'sha1' : 'sha256')
    .update(`blob ${contents.length}\0`)
    .update(contents)
    .digest('hex')
