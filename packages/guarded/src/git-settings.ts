import { devNull, homedir } from 'node:os'
import { join } from 'node:path'
import { runGit } from './git-process.ts'

/** Settings, as names with their values. */
type Settings = readonly (readonly [name: string, value: string])[]

const PATIENCE_MS = 2_000
/** How long settings are kept, in milliseconds. */
const KEPT_MS = 60_000
const known = new Map<string, { readonly until: number; readonly settings: Promise<Settings> }>()

/**
 * What counts of the user's own and the system's configuration: which folders of other people are safe, and which file
 * lists what is ignored everywhere. It is read outside of any repository.
 */
export function settingsOfUser({
  PATH,
  SYSTEMROOT,
  XDG_CONFIG_HOME,
  HOME = homedir(),
}: NodeJS.ProcessEnv): Promise<Settings> {
  const key = JSON.stringify([PATH, HOME, XDG_CONFIG_HOME])
  const before = known.get(key)
  if (before !== undefined && before.until > Date.now()) return before.settings
  if (known.size > 20) known.clear()
  const settings = runGit({
    folder: '/',
    words: ['config', '-z', '--get-regexp', '^(safe\\.directory|core\\.excludesfile)$'],
    env: { PATH, SYSTEMROOT, XDG_CONFIG_HOME, HOME, GIT_DIR: devNull },
    withinMs: PATIENCE_MS,
  }).then((found) => settingsIn(found?.toString('utf8') ?? '', HOME, XDG_CONFIG_HOME ?? join(HOME, '.config')))
  known.set(key, { until: Date.now() + KEPT_MS, settings })
  return settings
}

/** `name\nvalue`, each ended by a NUL. The guarded git knows no home that it could put in the place of `~`. */
function settingsIn(listed: string, home: string, configuration: string): Settings {
  const given = listed.split('\0').flatMap((pair) => {
    const at = pair.indexOf('\n')
    return at === -1 ? [] : [[pair.slice(0, at), pair.slice(at + 1).replace(/^~(?=\/)/, home)] as const]
  })
  // Always set, so that no repository can name another file
  return [['core.excludesFile', join(configuration, 'git', 'ignore')], ...given]
}
