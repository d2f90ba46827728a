/** A slash command. `typed`: as the person typed it. `local`: the client runs it by itself and asks the model nothing. */
export interface SlashCommand {
  readonly name: string
  readonly args: string
  readonly typed: string
  readonly local: boolean
}

const TAGS = /^\s*<command-(name|message)>/

/** The slash command that a line tells of: the client writes the name first of those that it runs itself. */
export function commandOf(text: string): SlashCommand | undefined {
  const first = TAGS.exec(text)?.[1]
  if (first === undefined) return undefined
  const name = within(text, 'command-name').replace(/^\//, '')
  const args = within(text, 'command-args')
  return { name, args, typed: args === '' ? `/${name}` : `/${name} ${args}`, local: first === 'name' }
}

function within(text: string, tag: string): string {
  const from = text.indexOf(`<${tag}>`)
  const to = text.indexOf(`</${tag}>`, from)
  return from < 0 || to < 0 ? '' : text.slice(from + tag.length + 2, to).trim()
}
