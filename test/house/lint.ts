import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { objections, PROJECT } from './tree.ts'

/** What the linter and formatter say of a folder; nothing when they are content. */
export async function lintErrors(folder: string): Promise<string> {
  // Its patterns count from the folder that the settings stand in
  cpSync(join(PROJECT, 'biome.json'), join(folder, 'biome.json'))
  return objections(folder, 'biome', ['ci', '--error-on-warnings', '--colors=off'])
}
