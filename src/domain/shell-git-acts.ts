import type { Command, GitAct } from './classification.ts'
import { verbAt } from './shell-git.ts'
import { LOOKING, LOOKING_GIT } from './shell-reads.ts'

/**
 * What the commands of a line do to a repository and its pull requests, in order; what only looks, or says what it would
 * do, is left out. Whether it came about is for the output and the exit status to say.
 */
export const gitActsOf = (commands: readonly Command[]): readonly GitAct[] =>
  commands.flatMap(({ program, args, vouched }) => {
    const [first = '', ...rest] = args
    // The exit status of a program that runs git may be its own
    const isWrapped = program !== 'git' && !FORGES.has(program) && !LOOKING.has(program)
    const act = args.some((arg) => NOTHING.test(arg))
      ? undefined
      : isWrapped
        ? actOf(first, rest)
        : actOf(program, args)
    return act === undefined ? [] : [{ ...act, ...(vouched && !isWrapped && { isVouched: true as const }) }]
  })

const NOTHING = /^--(?:dry-run|help|abort|quit|no-commit)$|^-h$/
/** Clients of forges: what they do has two words, such as `pr create`. */
const FORGES: ReadonlySet<string> = new Set(['gh', 'glab'])

/** With `-n` they only say what they would do, or make no commit. */
const SHORT_DRY: ReadonlySet<string> = new Set(['push', 'cherry-pick', 'revert'])

function actOf(program: string, args: readonly string[]): GitAct | undefined {
  if (FORGES.has(program)) {
    const verb = args.filter((arg) => !arg.startsWith('-')).slice(0, 2)
    // The page in the browser may be closed again
    const isOpened = args.some((arg) => arg === '--web' || arg === '-w')
    return verb.length === 2 && !(isOpened && verb[1] === 'create') ? { verb: verb.join(' ') } : undefined
  }
  const at = program === 'git' ? verbAt(args) : -1
  const [verb = '', ...rest] = at < 0 ? [] : args.slice(at)
  if (verb === '' || LOOKING_GIT.has(verb)) return undefined
  if (SHORT_DRY.has(verb) && rest.includes('-n')) return undefined
  if (verb === 'push' && rest.some((arg) => /^(?:--delete|-d|:.+)$/.test(arg))) return { verb: 'branch' }
  const takesBack = takenBackBy(verb, rest)
  const backTo = verb === 'reset' ? rest.find((arg) => EARLIER.test(arg)) : undefined
  const back = takesBack === undefined ? {} : { takesBack, ...(backTo !== undefined && { backTo }) }
  if (verb === 'reset' && rest.includes('--hard')) return { verb: 'reset --hard', ...back }
  if (verb !== 'commit') return { verb, ...back }
  const subject = subjectIn(rest)
  return {
    verb,
    ...(subject !== undefined && { subject }),
    ...(rest.includes('--amend') && { isAmended: true as const }),
  }
}

/** What an act takes back: of a `checkout`, what it names must be a file, not a branch. */
function takenBackBy(verb: string, rest: readonly string[]): GitAct['takesBack'] {
  const names = rest.filter((arg) => !arg.startsWith('-'))
  if (verb === 'reset') {
    const isOfCommits = names.some((name) => EARLIER.test(name)) && !rest.includes('--')
    return rest.includes('--hard') ? (isOfCommits ? 'both' : 'changes') : isOfCommits ? 'commits' : undefined
  }
  const isOfFiles =
    (verb === 'restore' && !rest.some((arg) => /^(?:--staged|-S)$/.test(arg))) ||
    (verb === 'stash' && (names.length === 0 || /^(?:push|save)$/.test(names[0] ?? ''))) ||
    (verb === 'checkout' && (rest.includes('--') || names.some((name) => FILE.test(name))))
  return isOfFiles ? 'changes' : undefined
}

const FILE = /^\.$|\w\.[a-z]\w{0,4}$/i
/** A commit before the last one. */
const EARLIER = /^(?:HEAD|@)(?:[~^]|@\{)|^[0-9a-f]{7,40}$|^ORIG_HEAD$|^origin\//

/** The first line of the message; undefined if the shell has yet to fill something in. */
function subjectIn(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^(?:-[a-zA-Z]*m|--message)$/.test(arg))
  const joined = args.map((arg) => /^(?:-m|--message=)([\s\S]+)/.exec(arg)?.[1]).find((value) => value !== undefined)
  const message = (at < 0 ? undefined : args[at + 1]) ?? joined ?? ''
  const [, fed = message] = /^\$\(cat <<-?\s*['"]?\w+['"]?\n([\s\S]*)/.exec(message) ?? []
  const subject = fed.trimStart().split('\n', 1)[0]?.trim() ?? ''
  return subject === '' || /[$`]/.test(subject) ? undefined : subject
}
