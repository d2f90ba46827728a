import { filesOf } from './tree.ts'

// Names that say nothing of what is inside
const BANNED = /^(util|helper|common|shared|misc|manager|service)s?$/i

/** Which files and folders have a name that says nothing of what is inside; a word of the name is enough. */
export function emptyNames(folder: string): string[] {
  const steps = filesOf(folder, ['.']).flatMap((path) => {
    const names = path.split('/')
    return names.map((_, at) => names.slice(0, at + 1).join('/'))
  })
  return [...new Set(steps)].filter((path) => words(path).some((word) => BANNED.test(word)))
}

/** The words of a path's last name: `src/file-utils.test.ts` → file, utils, test, ts. */
function words(path: string): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2').split(/[^A-Za-z\d]+/)
}
