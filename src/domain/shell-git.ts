import { looksLikeFile } from '@hindcast/text/paths.ts'

/**
 * What a command changes, in the words of its line. `files`: named ones. `places`: folders and globs in which it changes
 * files that nobody named.
 */
export interface ShellTargets {
  readonly files: readonly string[]
  readonly places: readonly ShellPlace[]
}

/** A folder or glob as a line says it, and the command that changes files in it. */
export interface ShellPlace {
  readonly word: string
  readonly why: string
  /** All of the worktree that the folder is in. */
  readonly isWorktree?: true
}

/** Words with which a command changes files: those that are certain to be one file, and folders and globs. */
export function inWords(words: readonly string[], why: string): ShellTargets {
  const files = words.filter(looksLikeFile)
  const places = words.filter((word) => !looksLikeFile(word) && word !== '').map((word) => ({ word, why }))
  return { files, places }
}

/** Changes nothing. */
export const NO_TARGETS: ShellTargets = { files: [], places: [] }

/** What a `git` command changes in the worktree; nothing for what changes the index, refs or remotes alone. */
export function gitTargets(args: readonly string[]): ShellTargets {
  const at = verbAt(args)
  if (at < 0) return NO_TARGETS
  const [verb = '', ...rest] = args.slice(at)
  const folder = args.slice(0, at).reduce((into, arg, n) => (arg === '-C' ? under(into, args[n + 1] ?? '') : into), '')
  const call = { verb, why: `git ${verb}`, ...parted(rest) }
  const found = Object.hasOwn(VERBS, verb) ? VERBS[verb]?.(call) : undefined
  if (found === undefined || call.options.some((option) => NOTHING.test(option))) return NO_TARGETS
  const inside = (word: string) => under(folder, word)
  return {
    files: found.files.map(inside),
    places: found.places.map((place) => ({ ...place, word: inside(place.word) })),
  }
}

/** Where the subcommand of a `git` command is among its words: behind the options of `git` itself; -1 if it has none. */
export const verbAt = (args: readonly string[]): number =>
  args.findIndex(
    (arg, n) => !arg.startsWith('-') && !/^(?:-[Cc]|--(?:git-dir|work-tree|namespace))$/.test(args[n - 1] ?? ''),
  )

/** A path inside a folder, unless it is absolute. */
export const under = (folder: string, word: string): string =>
  folder === '' || /^[/~]/.test(word) ? word : `${folder.replace(/\/+$/, '')}/${word}`

interface GitCall {
  readonly verb: string
  readonly why: string
  readonly options: readonly string[]
  /** Words before `--`, which may be refs, and after it, which are paths. */
  readonly words: readonly string[]
  readonly paths: readonly string[] | undefined
}

const VALUED = /^(?:-[mbBcCsX]|--(?:message|source|orphan|create|force-create|strategy|strategy-option|onto|mainline))$/
const NOTHING = /^(?:--help|-h|--dry-run|--quit|--edit-todo|--show-current-patch|--cached)$/

function parted(args: readonly string[]): Pick<GitCall, 'options' | 'words' | 'paths'> {
  const dashes = args.indexOf('--')
  const own = dashes < 0 ? args : args.slice(0, dashes)
  const isOption = (arg: string) => arg.startsWith('-') && arg !== '-'
  return {
    options: own.filter(isOption),
    words: own.filter((arg, n) => !isOption(arg) && !VALUED.test(own[n - 1] ?? '')),
    paths: dashes < 0 ? undefined : args.slice(dashes + 1),
  }
}

const worktree = ({ why }: GitCall): ShellTargets => ({ files: [], places: [{ word: '.', why, isWorktree: true }] })
const has = ({ options }: GitCall, option: RegExp): boolean => options.some((each) => option.test(each))

const inPaths = (call: GitCall, paths: readonly string[] = [...call.words, ...(call.paths ?? [])]): ShellTargets => {
  const kept = paths.filter((path) => !/^:[!^]/.test(path))
  return kept.some((path) => path.startsWith(':/')) ? worktree(call) : inWords(kept, call.why)
}

const VERBS: Readonly<Record<string, (call: GitCall) => ShellTargets>> = {
  checkout,
  switch: (call) => (isCreated(call) ? NO_TARGETS : worktree(call)),
  restore: (call) => {
    const isIndexOnly = has(call, /^(?:--staged|-S)$/) && !has(call, /^(?:--worktree|-[SW]*W[SW]*)$/)
    return isIndexOnly ? NO_TARGETS : inPaths(call)
  },
  stash,
  reset: (call) => (has(call, /^--(?:hard|merge|keep)$/) ? worktree(call) : NO_TARGETS),
  clean: (call) => {
    const isForced = has(call, /^(?:-[a-zA-Z]*[fi]|--force|--interactive)/) && !has(call, /^-[a-zA-Z]*n/)
    return isForced ? inPaths(call, call.words.length > 0 || call.paths ? undefined : ['.']) : NO_TARGETS
  },
  rm: (call) => (has(call, /^-[a-z]*n/) ? NO_TARGETS : inPaths(call)),
  mv: (call) => inPaths(call),
  ...Object.fromEntries(
    'pull merge rebase revert cherry-pick am checkout-index filter-branch read-tree'
      .split(' ')
      .map((verb) => [verb, worktree]),
  ),
  apply: (call) => (has(call, /^--(?:check|stat|numstat|summary)$/) ? NO_TARGETS : worktree(call)),
  bisect: (call) => (/^(?:good|bad|old|new|skip|reset|run)$/.test(call.words[0] ?? '') ? worktree(call) : NO_TARGETS),
  submodule: (call) => (call.words[0] === 'update' ? worktree(call) : NO_TARGETS),
}

/** A new branch that starts here changes no file. */
const isCreated = (call: GitCall): boolean =>
  has(call, /^(?:-[bBcC]|--(?:create|force-create|orphan))(?:$|=)/) && call.words.length === 0

function checkout(call: GitCall): ShellTargets {
  const { words, paths } = call
  if (paths !== undefined) return inPaths(call, paths)
  if (isCreated(call)) return NO_TARGETS
  const isPath = (word: string) => /^\.{0,2}$|[*?]/.test(word) || looksLikeFile(word) || word.endsWith('/')
  const [first] = words
  if (first === undefined) return has(call, /^(?:-p|--patch|--detach|-f|--force)$/) ? worktree(call) : NO_TARGETS
  if (isPath(first)) return inPaths(call)
  if (words.length > 1 && !has(call, /^-[bB]$/)) return inPaths(call, words.slice(1))
  return words.join() === 'HEAD' && call.options.length === 0 ? NO_TARGETS : worktree(call)
}

function stash(call: GitCall): ShellTargets {
  const [verb = 'push', ...words] = call.words
  if (/^(?:list|show|drop|clear|create|store)$/.test(verb)) return NO_TARGETS
  const paths = [...(verb === 'push' ? words : []), ...(call.paths ?? [])]
  return verb === 'push' && paths.length > 0 ? inPaths(call, paths) : worktree(call)
}
