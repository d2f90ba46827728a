import type { Command } from '../classification.ts'
import { isSameFailure, markOf } from '../experience/failure.ts'
import { deriveId } from '../identity.ts'
import { cap } from '../memory/cap.ts'
import { errorLine } from '../memory/failures.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { Signal } from '../nouns/signal.ts'
import { commandsOf } from '../shell.ts'

/** How many shell calls later, and how long after, a success still answers a failure. */
const CALLS = 6
const MINUTES_MS = 10 * 60_000
/** Belief in one recipe; the same one in another session adds to it. */
const BELIEF = 0.6
/** Longer commands are scripts, which no later task repeats. */
const MAX_COMMAND = 200
const QUOTE = 500

/** A command that failed for a reason in the command itself, and another that then did the same successfully. */
interface Recipe {
  readonly failed: EventRecord
  readonly worked: EventRecord
  readonly before: string
  readonly after: string
  readonly error: string
}

/** The recipes in a session's events, oldest first, as signals. Linear in the number of events. */
export const recoveriesIn = (events: readonly EventRecord[]): readonly Signal[] =>
  [...new Set(events.map(({ agentId }) => agentId))].flatMap((agent) =>
    recipesIn(events.filter(({ agentId }) => agentId === agent)).map(recipeSignal),
  )

function recipesIn(events: readonly EventRecord[]): Recipe[] {
  const steps = events.flatMap((event) => stepOf(event) ?? [])
  return steps.flatMap((failed, at) => {
    const error = failed.event.outcome === 'failed' ? errorLine(failed.event) : ''
    if (failed.main === undefined || !IN_THE_COMMAND.test(error)) return []
    const worked = solutionOf(failed, steps.slice(at + 1, at + 1 + CALLS))
    return worked?.main === undefined
      ? []
      : [
          {
            failed: failed.event,
            worked: worked.event,
            before: shown(failed.main),
            after: shown(worked.main),
            error,
          },
        ]
  })
}

/** A shell call, with the one command in it that matters; or an edit, after which a success may be due to it. */
interface Step {
  readonly event: EventRecord
  readonly isEdit: boolean
  readonly main?: Command | undefined
}

function stepOf(event: EventRecord): Step | undefined {
  if (event.filesModified.length > 0) return { event, isEdit: true }
  const kind = (event.body.act as { readonly kind?: string } | undefined)?.kind
  if (kind !== 'shell' || (event.outcome !== 'ok' && event.outcome !== 'failed')) return undefined
  const line = event.input ?? ''
  const commands = line.length > MAX_COMMAND * 2 || event.body.looks === true ? [] : commandsOf(line)
  const telling = commands.filter(({ program }) => !BESIDE.has(program))
  const [main] = telling
  const isWhole = telling.length === 1 && main !== undefined && shown(main).length <= MAX_COMMAND
  return { event, isEdit: false, main: isWhole ? main : undefined }
}

/** The first success at the same task, unless an edit or another failure of the same command comes first. */
function solutionOf({ event, main }: Step, later: readonly Step[]): Step | undefined {
  for (const step of later) {
    if (step.isEdit || step.event.at - event.at > MINUTES_MS || main === undefined) return undefined
    if (step.main === undefined || step.event.outcome !== 'ok') continue
    const [failed, worked] = [wordsIn(main), wordsIn(step.main)]
    if (failed.join(' ') === worked.join(' ')) return undefined
    if (isSameTask(failed, worked)) return step
  }
  return undefined
}

/**
 * The recipe for a command that failed for a reason in the command itself: for the same command, but for paths and long
 * strings, or else for another of the same program with the same error.
 */
export function recipeFor(commands: readonly Command[], error: string, recipes: readonly Signal[]): Signal | undefined {
  if (!IN_THE_COMMAND.test(error)) return undefined
  const failed = commands.filter(({ program }) => !BESIDE.has(program)).map(wordsIn)
  const own = recipes.filter(({ object = '' }) => failed.some(([program]) => object.split(' ', 1)[0] === program))
  const isSame = ({ object = '' }: Signal) => {
    const before = commandsOf(object).flatMap(wordsIn).join(' ')
    return failed.some((words) => words.join(' ') === before)
  }
  const mark = markOf({ error })
  return own.find(isSame) ?? own.find((recipe) => isSameFailure(mark, markOf({ error: errorIn(recipe) })))
}

/** The error between the two commands of a recipe; see `signalOf`. */
export const errorIn = ({ quote }: Signal): string => quote.split('\n').slice(1, -1).join('\n')

/** The words of a command, with paths and long strings replaced by a fixed token. */
const wordsIn = ({ program, args }: Command): string[] => [
  program,
  ...args.filter((arg) => arg !== '').map((arg) => (/\s/.test(arg) ? '<text>' : PATH.test(arg) ? '<path>' : arg)),
]

/** Most words in common, or the same work by another program; and a difference in more than a value. */
function isSameTask(failed: readonly string[], worked: readonly string[]): boolean {
  const [left, right] = [new Set(failed), new Set(worked)]
  const names = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
    [...some].filter((word) => !others.has(word))
  const [lost, gained] = [names(left, right), names(right, left)]
  const shared = left.size - lost.length
  const isAlike = shared / (left.size + gained.length) >= ALIKE
  const isSameProgram = failed[0] === worked[0]
  const isWrapped = right.has(failed[0] ?? '') || left.has(worked[0] ?? '')
  const isSaying = [...lost, ...gained].some((word) => /^-{1,2}[a-z]/i.test(word) || NAME.test(word))
  const isNamed = [...left].some((word) => right.has(word) && NAME.test(word))
  if (!isSaying) return false
  return isSameProgram ? isAlike && isSameStep(lost, gained) : isWrapped || (isAlike && isNamed)
}

/** `run lint` after `run test` is another step; `run lint-fix` after `run lint:fix` is not. */
function isSameStep(lost: readonly string[], gained: readonly string[]): boolean {
  const [left, right] = [lost, gained].map((words) => words.filter((word) => NAME.test(word)))
  if (!left?.length || !right?.length) return true
  return left.some((word) => right.some((other) => other.slice(0, 3) === word.slice(0, 3) || other.includes(word)))
}

const NAME = /^[a-z][\w:-]+$/i

const ALIKE = 0.5

const shown = ({ program, args }: Command): string =>
  [program, ...args.map((arg) => (/[\s"'$`\\|&;<>()*?]/.test(arg) || arg === '' ? JSON.stringify(arg) : arg))].join(' ')

const PATH = /[/\\]|^\.{1,2}$|\.\w{1,5}$/
/** What stands beside the command that matters on a line. */
const BESIDE = new Set(
  'cd echo printf true false set export sleep head tail grep egrep rg cat wc sort uniq tee cut tr sed awk ls pwd test [ pushd popd source . mkdir xargs jq less which'.split(
    ' ',
  ),
)

/** Errors about the command itself, not about what it worked on. */
const IN_THE_COMMAND =
  /\b(?:command not found|not recognized|unrecogni[sz]ed|unknown (?:option|flag|command|argument|subcommand|shorthand|revision)|no such (?:option|command|subcommand)|no such file or directory: |invalid (?:option|argument|choice|flag|value)|illegal option|unexpected argument|bad option|missing (?:required|script|operand|argument)|missing script|no module named|cannot find module|modulenotfounderror|externally-managed|externally managed|flag provided but not defined|not a git repository|is not a (?:\S+ )?(?:command|subcommand)|could not determine executable|no default|permission denied|eaccess?|requires? (?:an? )?(?:argument|option|flag|a value|sudo|root)|accepts \d+ arg|only one of|cannot be used (?:with|together)|must (?:be run|specify|provide)|needs? to be run|did you mean|use (?:the )?['"`]?-|usage:|unsupported (?:option|flag|argument)|deprecated)\b|usage:|: not found$/i

function recipeSignal({ failed, worked, before, after, error }: Recipe): Signal {
  return {
    id: deriveId('g', failed.id, worked.id),
    session: worked.session,
    project: worked.project,
    at: worked.at,
    type: 'recovery',
    quote: cap(`$ ${before}\n${error}\n$ ${after}`, QUOTE),
    polarity: 'do',
    subject: after,
    object: before,
    reach: 'unsaid',
    hasHorizon: false,
    confidence: BELIEF,
    by: 'script',
    promptId: worked.promptId,
    evidence: [failed.id, worked.id],
  }
}
