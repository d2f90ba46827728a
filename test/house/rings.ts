import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { objections, PROJECT } from './tree.ts'

/** Which imports of a folder's src/ and viewer/ break the rings, as dependency-cruiser words it; nothing when none does. */
export const crossings = (folder: string): Promise<string> =>
  objections(folder, 'depcruise', ['--config', join(PROJECT, '.dependency-cruiser.cjs'), ...parts(folder)])

const parts = (folder: string): string[] => ['src', 'viewer'].filter((part) => existsSync(join(folder, part)))
