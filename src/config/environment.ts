import type { DeclaredSetting } from '../domain/setting-forms.ts'
import { settings } from '../domain/settings.ts'
import { environments } from '../wire/environments.ts'

/** Older names of settings, as variables. */
const settingAliases = Object.values<DeclaredSetting>(settings).flatMap(({ aliases = [] }) => aliases)
const OWN_PREFIX = 'HINDCAST_'

/** Variables that the daemon is given. The rest of the starting client's environment is not passed on: it may hold secrets. */
const allowedNames: readonly string[] = [
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
  ...environments.map(({ configDir }) => configDir),
  ...settingAliases,
  'AGENTDB_PATH',
]
/** How the names of further ones begin. */
const allowedPrefixes: readonly string[] = [OWN_PREFIX, 'LC_', 'XDG_']

/**
 * How many times longer than usual Hindcast's programs wait for each other, and reactions may take: HINDCAST_PATIENCE, for a
 * machine that is slow or very busy. At least 1; a client's own limits stay what they are.
 */
export function patience({ HINDCAST_PATIENCE: factor }: NodeJS.ProcessEnv = process.env): number {
  return Math.max(1, Number(factor) || 1)
}

/** The part of an environment that the daemon may see. */
export function allowedEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isAllowed = (name: string) =>
    allowedNames.includes(name) || allowedPrefixes.some((prefix) => name.startsWith(prefix))
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => value !== undefined && isAllowed(name)))
}

/**
 * An environment as the file that `up` leaves in a home: every daemon of that home is started with it, never with what a
 * client passes on, since a project's own settings may add to that. A shell that sources it has one positional parameter
 * for every variable.
 */
export const environmentText = (env: NodeJS.ProcessEnv): string =>
  `set --${Object.entries(allowedEnvironment(env))
    .map(([name, value = '']) => ` \\\n  '${`${name}=${value}`.replaceAll("'", "'\\''")}'`)
    .join('')}\n`

/** Reads what `environmentText` wrote. */
export function environmentIn(text: string): NodeJS.ProcessEnv {
  const words = [...text.matchAll(/^ {2}'((?:[^']|'\\'')*)'/gm)].map(([, word = '']) => word.replaceAll("'\\''", "'"))
  const pairs = words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)] as const)
  return allowedEnvironment(Object.fromEntries(pairs))
}

/** The variables that set something of Hindcast's and differ between two environments, in alphabetical order. */
export function changedSettings(before: NodeJS.ProcessEnv, now: NodeJS.ProcessEnv): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(allowedEnvironment(now))])
  return [...names].filter((name) => setsSomething(name) && before[name] !== now[name]).sort()
}

const setsSomething = (name: string): boolean => name.startsWith(OWN_PREFIX) || settingAliases.includes(name)

/** What a daemon needs to run at all, of an environment that may be a stranger's: no setting of Hindcast's. */
export const bareEnvironment = ({ HOME, PATH, TMPDIR, USER, LANG, SYSTEMROOT }: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  allowedEnvironment({ HOME, PATH, TMPDIR, USER, LANG, SYSTEMROOT })
