import { outcomesOf } from '../checks/outcome.ts'
import type { Command } from '../classification.ts'
import type { EventRecord } from '../nouns/event.ts'
import { commandsOf } from '../shell.ts'
import { UNNAMED } from './sequences.ts'

/** The step of changing files. */
export const EDIT = 'edit files'
/** Longer lines are scripts, but for the message of a commit. */
const MAX_LINE = 400
/** A command is known by its program and the subcommands after it, up to so many words. */
const WORDS = 3

/**
 * What the main agent did successfully in these events of a session, oldest first, in a form that recurs: files edited, a check
 * that passed, a command by its program and subcommands. Looking at things is no step; repeated steps count once.
 */
export function stepsIn(events: readonly EventRecord[]): readonly string[] {
  const checks = outcomesOf(events)
  const steps: string[] = []
  for (const event of events) {
    if (event.name !== 'PostToolUse' || event.outcome !== 'ok' || event.agentId !== undefined) continue
    const passed = (name: string) => checks.get(event.id)?.find(({ command }) => command.startsWith(name))?.status
    for (const step of callSteps(event, passed)) if (steps.at(-1) !== step) steps.push(step)
  }
  return steps
}

function callSteps(event: EventRecord, statusOf: (name: string) => string | undefined): readonly string[] {
  const kind = (event.body.act as { readonly kind?: string } | undefined)?.kind
  if (kind === 'edit' || kind === 'write') return [EDIT]
  const line = event.input ?? ''
  if (kind !== 'shell' || (line.length > MAX_LINE && !line.includes('commit'))) return []
  return commandsOf(line).flatMap((command) => {
    const name = stepName(command)
    if (BESIDE.has(command.program) || LOOKS.test(name)) return []
    const status = statusOf(name)
    return (status === undefined ? command.vouched : status === 'pass') ? [name] : []
  })
}

/** The program and its subcommands: `npm run docs`, `cargo test`, `git commit`. */
function stepName({ program, args }: Command): string {
  const own = program === 'git' && args[0] === '-C' ? args.slice(2) : args
  const end = own.findIndex((word) => !/^[a-z][\w:.-]*$/i.test(word) || /\.\w{1,4}$/.test(word))
  const most = program === 'git' ? 1 : WORDS - 1
  return [program, ...own.slice(0, end < 0 ? most : Math.min(end, most))].join(' ')
}

/** Programs that look at something, or stand beside the command that matters on a line. */
const BESIDE = new Set(
  `cd echo printf true false set export sleep head tail grep egrep rg cat wc sort uniq tee cut tr sed awk ls pwd test [ pushd
  popd source . mkdir xargs jq less which find file stat du date diff kill pkill ps`.split(/\s+/),
)
const LOOKS =
  /^(?:\S+ )?git (?:add|blame|branch|cat-file|check-ignore|config|diff|fetch|for-each-ref|log|ls-files|ls-tree|merge-base|reflog|remote|rev-list|rev-parse|show|stash|status|worktree)\b/

/** A request that recurs, in a form that recurs: a slash command, or one of the steps that people ask for by name. */
export function requestIn(prompt: string): string | undefined {
  const said = prompt.trim().toLowerCase()
  const command = /^\/[a-z][\w:-]*(?=\s|$)/.exec(said)?.[0]
  if (command !== undefined || said.length > LONGEST_REQUEST) return command
  return REQUESTS.find(([, words]) => words.test(said))?.[0]
}

const LONGEST_REQUEST = 60
const PLEASE = "^(?:(?:ok|okay|great|now|then|and|please|let's|can you|could you|good|perfect|thanks)[,.!]? )*"
const REQUESTS: readonly (readonly [name: string, words: RegExp])[] = [
  ['commit and push', new RegExp(`${PLEASE}commit\\b.{0,20}\\bpush\\b`)],
  ['commit', new RegExp(`${PLEASE}(?:commit|create a commit|make a commit)\\b`)],
  ['push', new RegExp(`${PLEASE}push\\b`)],
  ['run the tests', new RegExp(`${PLEASE}(?:re-?)?run (?:all )?(?:the |our |unit )?tests?\\b`)],
  ['run the linter', new RegExp(`${PLEASE}(?:run (?:the )?(?:linter|lint)|lint)\\b`)],
  ['update the changelog', new RegExp(`${PLEASE}update (?:the )?@?changelog`)],
  ['update the docs', new RegExp(`${PLEASE}update (?:the )?(?:docs|documentation|readme)\\b`)],
  ['open a pull request', new RegExp(`${PLEASE}(?:open|create|make) (?:a |the )?(?:pr|pull request)\\b`)],
  ['deploy', new RegExp(`${PLEASE}deploy\\b`)],
  ['release', new RegExp(`${PLEASE}release\\b`)],
]

/** A request as a step, quoted; `UNNAMED` if it is none that recurs. */
export function requestStep(prompt: string): string {
  const request = requestIn(prompt)
  return request === undefined ? UNNAMED : `“${request}”`
}
