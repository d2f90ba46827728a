/** How a message of another agent begins where a prompt might be. */
const BEGINNING =
  /^\s*(?:Another Claude session sent a message:\s*)?(<(agent-message|teammate-message|cross-session-message)\b([^<>]*)>)/

/** A message of another agent: its sender, as the client names it, and the text with its tags. */
export interface MailedMessage {
  readonly sender: string
  readonly text: string
}

/**
 * The message of another agent that arrived as a prompt, without what the client says about it; undefined if the text is
 * none. All of it is the agent's, also what comes after a closing tag that the agent may have written itself.
 */
export function agentMessage(prompt: string): MailedMessage | undefined {
  const [whole, opening = '', tag = '', attributes = ''] = BEGINNING.exec(prompt) ?? []
  if (whole === undefined) return undefined
  const from = whole.length - opening.length
  const end = prompt.lastIndexOf(`</${tag}>`)
  const [, sender = ''] = /\b(?:from|teammate_id)="([^"]{1,100})"/.exec(attributes) ?? []
  return { sender, text: end < from ? prompt.slice(from) : prompt.slice(from, end + tag.length + 3) }
}

/** Whether there is nothing in it but the client's own notices of agents that have nothing to do. */
export const isIdleNotice = ({ text }: MailedMessage): boolean =>
  text
    .replace(/<teammate-message\b[^<>]*>\s*\{"type":"idle_notification"[^\n]*\}\s*<\/teammate-message>/g, '')
    .trim() === ''
