import type { Strain } from '../folds.ts'
import type { Usage } from '../nouns/usage.ts'
import type { Settings } from '../settings.ts'

/** A resource that is nearly used up. `mark` names it and the threshold that it has passed. */
export interface Warning {
  readonly mark: string
  /** Marks of the lower thresholds, which need no warning any more. */
  readonly passed: readonly string[]
  readonly text: string
}

/** The state of the resources at `at` (epoch milliseconds). */
export interface Load {
  readonly usage: Usage | undefined
  readonly freeMemoryMb: number | undefined
  readonly agents: Strain['agents']
  readonly limits: Settings['limits']
  readonly at: number
}

const CONTEXT_STEPS = [70, 80, 90]
const LIMIT_STEPS = [80, 100]
/** A subagent that has run longer than this is assumed lost, not slow. */
const LONGEST_RUN_MS = 60 * 60_000

/** One warning for each resource past a threshold. */
export function warnings({ usage, freeMemoryMb, agents, limits, at }: Load): readonly Warning[] {
  const running = agents.filter(({ since }) => at - since < LONGEST_RUN_MS).length
  const found = [
    usage && past('context', CONTEXT_STEPS, share(usage.tokens, usage.window), (percent) => fullness(usage, percent)),
    freeMemoryMb !== undefined &&
      past('memory', LIMIT_STEPS, share(limits.memoryMb, Math.max(1, freeMemoryMb)), () => {
        return `${figure(freeMemoryMb)} MB of this machine's memory are free; limits.memoryMb is ${figure(limits.memoryMb)}.`
      }),
    limits.agents > 0 &&
      past('agents', LIMIT_STEPS, share(running, limits.agents), () => {
        return `${running} of this session's subagents are running; limits.agents is ${limits.agents}.`
      }),
  ]
  return found.filter((each) => typeof each === 'object')
}

function past(of: string, steps: readonly number[], percent: number, text: (percent: number) => string) {
  const passed = steps.filter((step) => percent >= step).map((step) => `${of} ${step}%`)
  const mark = passed.at(-1)
  return mark === undefined ? undefined : { mark, passed: passed.slice(0, -1), text: text(percent) }
}

const fullness = ({ tokens, window }: Usage, percent: number): string =>
  `The context is ${percent}% full (${figure(tokens)} of ${figure(window)} tokens) as of the last turn's end.`

const share = (used: number, of: number): number => Math.floor((used / of) * 100)
const figure = (n: number): string => n.toLocaleString('en-US')
