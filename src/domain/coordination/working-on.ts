import type { Prompt } from '../nouns/prompt.ts'
import type { WorkingOn } from './peer.ts'

/** What a session is doing, by the newest prompt (given oldest first) that somebody gave it. */
export function workingOn(prompts: readonly Pick<Prompt, 'text' | 'origin'>[]): WorkingOn | undefined {
  const last = prompts.findLast(({ origin }) => origin !== 'machine')
  if (last === undefined) return undefined
  return { text: last.text, by: last.origin === 'script' ? 'script' : 'user' }
}
