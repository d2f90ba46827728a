import { join } from 'node:path'
import { objections, PROJECT } from './tree.ts'

/** Which imports of a folder's src/ break the rings, as dependency-cruiser words it; nothing when none does. */
export const crossings = (folder: string): Promise<string> =>
  objections(folder, 'depcruise', ['--config', join(PROJECT, '.dependency-cruiser.cjs'), 'src'])
