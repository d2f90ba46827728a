import { createHash } from 'node:crypto'

/** What makes `/hindcast` known to the client. Its text is for the case that no daemon answered before the model was asked. */
const TEXT = `---
name: hindcast
description: "Orders to Hindcast, the memory beside this client: status, search, remember, forget, pause, resume"
argument-hint: "status | search WORDS | remember TEXT | forget WORDS | pause [all] [2h] | resume"
disable-model-invocation: true
---
The person gave Hindcast an order: $ARGUMENTS

Hindcast answers such orders itself before a model is asked. This text is seen only where it did not: it is not running,
took too long, or is connected to other projects alone; nothing was done. In a terminal, \`hindcast doctor\` says why,
\`hindcast up\` starts it, and \`hindcast connect claude-code --scope project\` connects the project that it is said in.
`

const MARK = /\n<!-- hindcast (\w{16}) -->\n$/
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The file as this release writes it; its last line tells whether somebody has edited it since. */
export const SKILL = `${TEXT}\n<!-- hindcast ${digest(TEXT)} -->\n`

/** Whether a file in its place is nobody else's: ours of any release, untouched since, or none. */
export function isOurSkill(text: string | undefined): boolean {
  const mark = MARK.exec(text ?? '')
  return text === undefined || (mark !== null && digest(text.slice(0, mark.index)) === mark[1])
}
