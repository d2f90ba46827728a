import { SWITCH } from './keys.ts'

/** Keys of config.yaml as older documents name them, by event, and the settings that took their place. */
const OLDER: Readonly<Record<string, string>> = {
  'hooks.session_start.enabled': `${SWITCH}session-index`,
  'hooks.session_start.inject_light_context': 'standing.enabled',
  'hooks.user_prompt_submit.enabled': `${SWITCH}prompt-recall`,
  'hooks.user_prompt_submit.context_depth': 'prompt.depth',
  'hooks.user_prompt_submit.token_budget': 'tokenBudget.prompt',
  'hooks.ghap_checkin.enabled': `${SWITCH}check-in`,
  'hooks.ghap_checkin.frequency': 'checkIn.every',
  'hooks.outcome_capture.enabled': `${SWITCH}outcome-capture`,
  'hooks.outcome_capture.matchers': 'outcome.extraCommands',
  'hooks.outcome_capture.auto_capture': 'outcome.autoCapture',
}

/** Of the same documents, what has no counterpart: scripts and limits of their own, which hooks do not need any more. */
const WITHOUT_EFFECT =
  /^hooks\.(?:session_start|user_prompt_submit|ghap_checkin|outcome_capture|session_end)\.(?:script|timeout_ms|include_code|enabled)$/

/**
 * The values of a file under the keys of today, where both stand today's; and a line for each key that is accepted but has no
 * effect.
 */
export function underCurrentKeys(flat: ReadonlyMap<string, unknown>): {
  readonly flat: ReadonlyMap<string, unknown>
  readonly notices: readonly string[]
} {
  const notices: string[] = []
  const current = new Map<string, unknown>()
  for (const [key, value] of flat) {
    const name = Object.hasOwn(OLDER, key) ? OLDER[key] : undefined
    if (name !== undefined) {
      if (!flat.has(name)) current.set(name, value)
    } else if (WITHOUT_EFFECT.test(key)) notices.push(`${key} is ignored: no setting corresponds to it`)
    else current.set(key, value)
  }
  return { flat: current, notices }
}
