import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { objections, PROJECT } from './tree.ts'

/** Which imports of a folder's src/, viewer/ and packages/ break the rings, as dependency-cruiser words it; nothing when none does. */
export const crossings = (folder: string): Promise<string> =>
  objections(folder, 'depcruise', ['--config', join(PROJECT, '.dependency-cruiser.cjs'), ...parts(folder)])

function parts(folder: string): string[] {
  const packages = existsSync(join(folder, 'packages')) ? readdirSync(join(folder, 'packages')) : []
  const all = ['src', 'viewer', ...packages.map((name) => `packages/${name}/src`)]
  return all.filter((part) => existsSync(join(folder, part)))
}
