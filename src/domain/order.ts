/** A command to Hindcast from inside the client: `/hindcast VERB WORDS`. `yes`: they have seen what it would do. */
export type Order =
  | { readonly verb: 'help' | 'status' | 'resume' }
  | { readonly verb: 'search' | 'remember' | 'pause'; readonly words: string }
  | { readonly verb: 'forget'; readonly words: string; readonly yes: boolean }

/** The slash command's name; a prompt that begins with it is a command and nothing else. */
const CALL = /^\/hindcast(?:\s+|$)/

/**
 * The command in a prompt; undefined if the prompt is not one. An unknown command is answered with the list of
 * commands.
 */
export function orderOf(prompt: string): Order | undefined {
  const text = prompt.trim()
  if (!CALL.test(text)) return undefined
  const [, verb = '', words = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.replace(CALL, '')) ?? []
  switch (verb.toLowerCase()) {
    case 'status':
    case 'resume':
      return { verb: verb.toLowerCase() as 'status' }
    case 'pause':
      return { verb: 'pause', words }
    case 'search':
    case 'remember':
      return words === '' ? { verb: 'help' } : { verb: verb.toLowerCase() as 'search', words }
    case 'forget':
      return forgetting(words)
    default:
      return { verb: 'help' }
  }
}

/** All commands, one per line, as a person types them. */
export const ORDERS = [
  '/hindcast status                what runs, and how much is kept',
  '/hindcast search WORDS          what earlier sessions did and said',
  '/hindcast remember TEXT         keeps it, to be told and found again',
  '/hindcast forget WORDS          what holds them, or these ids, goes for good; asks first',
  '/hindcast pause [all] [2h]      keeps and tells nothing: of this session, or of everything',
  '/hindcast resume                ends every pause',
]

function forgetting(words: string): Order {
  const asked = words.replace(/\s+yes$/i, '')
  return asked === '' || /^yes$/i.test(asked)
    ? { verb: 'help' }
    : { verb: 'forget', words: asked, yes: asked !== words }
}
