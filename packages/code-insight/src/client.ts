import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { indexPath } from './process/index/index-file.ts'

/** Whether there may be an index of the project that contains a folder: that folder or one above has one. */
export async function mayHaveIndex(indexes: string, folder: string): Promise<boolean> {
  for (let path = await realpath(folder).catch(() => folder); ; path = dirname(path)) {
    if (existsSync(indexPath(indexes, path))) return true
    if (path === dirname(path)) return false
  }
}
