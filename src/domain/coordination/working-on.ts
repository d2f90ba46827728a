import { isOfNothing, saysSomething } from '../memory/headline.ts'
import { agrees, intentOf, isHousekeeping } from '../memory/intent.ts'
import type { Prompt } from '../nouns/prompt.ts'
import type { Summary } from '../nouns/summary.ts'
import type { WorkingOn } from './peer.ts'

type Asked = Pick<Prompt, 'text' | 'origin' | 'at'>

/** A shorter prompt names no task. */
const SHORTEST = 15
/** Of a longer prompt, which may begin with pasted text, only the sentence that asks for something is kept. */
const LONGEST = 200

/**
 * What a session is doing: the newest prompt (given oldest first) that names a task, if it came after the newest summary; or
 * else what the matter was asked for by that summary, or else the newest prompt of all.
 */
export function workingOn(
  prompts: readonly Asked[],
  summary?: Pick<Summary, 'request' | 'requestBy' | 'at'>,
): WorkingOn | undefined {
  const asked = prompts.filter(({ origin, text }) => origin !== 'machine' && text.trim() !== '')
  const { request = '', requestBy = 'user', at = 0 } = summary ?? {}
  const task = asked.findLast((each) => namesTask(each.text) && (each.at > at || !namesTask(request)))
  if (task !== undefined) return saidIn(task)
  if (namesTask(request)) return { text: request.trim(), by: requestBy }
  const last = asked.at(-1)
  return last && saidIn(last)
}

/** Whether a prompt tells somebody who has not seen the session what it is about: not "yes", "go on" or a slash command. */
export function namesTask(prompt: string): boolean {
  const text = prompt.trim()
  if (text.length < SHORTEST || text.startsWith('/') || agrees(text) || isHousekeeping(text)) return false
  return !isOfNothing(text) && (saysSomething(text) || intentOf(text).kind === 'request')
}

function saidIn({ text, origin }: Asked): WorkingOn {
  const clause = text.length > LONGEST ? intentOf(text).clause : ''
  return { text: clause.length < SHORTEST ? text.trim() : clause, by: origin === 'script' ? 'script' : 'user' }
}
