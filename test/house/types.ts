import { objections } from './tree.ts'

/** What the type checker says of the project in a folder; nothing when it is content. */
export const typeErrors = (folder: string): Promise<string> =>
  objections(folder, 'tsc', ['-p', '.', '--pretty', 'false'])
