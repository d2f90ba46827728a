import type { CheckOutcome } from '../checks/outcome.ts'
import type { EventRecord } from '../nouns/event.ts'
import type { ChangingCommand } from './changing.ts'
import { isModuleNamed, missingNames } from './missing.ts'
import { isNear } from './places.ts'

/** What an event changed: files and, by commands, what else; `agentId`: whose event. */
export interface ChangeMade {
  readonly event: EventRecord
  readonly agentId?: string | undefined
  readonly files: readonly string[]
  readonly commands: readonly ChangingCommand[]
}

/** A failing run: the files that its output points to, and its session. */
interface Uncured {
  readonly failed: CheckOutcome
  readonly places: readonly string[]
  readonly session: string
}

/** So many changes of one turn can together be the cure. */
const FEW = 3

/**
 * What cured a failure, out of the changes between it and the pass: those that it points to, and the others, too, if they
 * are one, or a few of one turn that ended with the pass; else it is not known. A failure points to files by their names,
 * to an install if something is missing. A linter's failure is cured by a command that corrects, unless what it points to, or
 * may have pointed to, was edited, too: an edit for one finding says nothing about the next.
 */
export function curingAmong(
  changes: readonly ChangeMade[],
  { failed, places, session }: Uncured,
  pass: Pick<EventRecord, 'session' | 'promptId'>,
): { readonly files: readonly string[]; readonly commands: readonly string[] } {
  const missing = missingNames(failed.error)
  const isLint = failed.check === 'lint'
  const changed = [...new Set(changes.toReversed().flatMap(({ files }) => files))]
  const files = changed.filter(
    (file) => failed.isEmpty !== true && (missing === undefined || isModuleNamed(file, missing)),
  )
  const near = files.filter((file) => missing !== undefined || isNear(file, { failed, places }))
  const ran = changes.flatMap(({ commands }) => commands)
  const fitting = ran.filter((one) =>
    missing === undefined ? one.corrects && isLint && isThere(one, places) : one.installs,
  )
  const isEdited = near.length > 0 || (places.length === 0 && changed.length > 0)
  if (isLint) return { files: [], commands: isEdited ? [] : commandTexts(fitting) }
  const count = changed.length + commandTexts(ran).length
  const isOneTurn = changes.every(({ event }) => event.promptId === pass.promptId)
  if (session !== pass.session || count > (isOneTurn ? FEW : 1)) return { files: near, commands: commandTexts(fitting) }
  const others = files.filter((file) => !near.includes(file) && !PROSE.test(file))
  return {
    files: [...near, ...others],
    commands: commandTexts(fitting.length + files.length > 0 ? fitting : ran.filter(({ text }) => !NO_CURE.test(text))),
  }
}

/** What no program runs. */
const PROSE = /\.(?:md|mdx|rst|adoc)$/i
/** Commands that only begin or end something. */
const NO_CURE = /^(?:mkdir|kill|pkill|git (?:checkout -b|switch -c))\b/

/** Whether a command may work on what a failure points to: it is given no paths, or one of those. */
const isThere = ({ paths }: ChangingCommand, places: readonly string[]): boolean =>
  paths.length === 0 ||
  places.length === 0 ||
  paths.some((path) => {
    const words = path.replace(/^\.?\/|^\.+$|\*.*$|\.{3}$/g, '').replace(/\/$/, '')
    return words === '' || places.some((place) => `/${place}/`.includes(`/${words}/`))
  })

const commandTexts = (commands: readonly ChangingCommand[]): readonly string[] => [
  ...new Set(commands.map(({ text }) => text)),
]
