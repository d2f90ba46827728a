import { didYouMean } from '@hindcast/text/suggestion.ts'

/**
 * A command that a person gives Hindcast within the client: `/hindcast VERB WORDS`. `yes`: they have seen what it would
 * do. `wrong`: why a command was not understood.
 */
export type Order =
  | { readonly verb: 'help'; readonly wrong?: string }
  | { readonly verb: 'status' | 'resume' | 'lessons' | 'undo' }
  | { readonly verb: 'search' | 'remember' | 'pause' | 'reject'; readonly words: string }
  | { readonly verb: 'forget'; readonly words: string; readonly yes: boolean }

/** A prompt that begins with this is an order and nothing else. */
const CALL = /^\/hindcast(?:\s+|$)/

/** The order in a prompt; undefined where it is none, or one for the agent. One that is not understood becomes `help`. */
export function orderOf(prompt: string): Order | undefined {
  const text = prompt.trim()
  if (!CALL.test(text)) return undefined
  const [, verb = '', words = ''] = /^(\S*)\s*([\s\S]*)$/.exec(text.replace(CALL, '')) ?? []
  switch (verb.toLowerCase()) {
    case 'status':
    case 'resume':
    case 'lessons':
    case 'undo':
      return { verb: verb.toLowerCase() as 'status' }
    case 'pause':
      return { verb: 'pause', words }
    case 'search':
    case 'remember':
    case 'reject':
      return words === '' ? wordless(verb) : { verb: verb.toLowerCase() as 'search', words }
    case 'forget':
      return forgetting(words)
    // The skill tells the agent how
    case 'review':
      return undefined
    case '':
    case 'help':
      return { verb: 'help' }
    default:
      return { verb: 'help', wrong: `unknown command '${verb}'${didYouMean(verb, VERBS)}` }
  }
}

/** All orders, one line each, as a person types them. */
export const ORDERS = [
  '/hindcast status            show what is running and what is stored',
  '/hindcast search WORDS      search earlier sessions',
  '/hindcast remember TEXT     save a note for later sessions',
  '/hindcast lessons           list the rules learned from what you said',
  '/hindcast reject N          never apply lesson N of that list',
  '/hindcast review            let the agent look for rules in what you said in earlier sessions',
  '/hindcast undo              undo the newest lesson, also in files',
  '/hindcast forget WORDS      delete what contains them; asks first',
  '/hindcast pause [all] [2h]  pause this session, or everything',
  '/hindcast resume            end every pause',
]

const VERBS = ORDERS.flatMap((line) => line.split(' ').slice(1, 2))

const wordless = (verb: string): Order => ({ verb: 'help', wrong: `${verb} needs ${NEEDED.get(verb) ?? 'words'}` })
const NEEDED: ReadonlyMap<string, string> = new Map([
  ['remember', 'a text'],
  ['reject', 'the number or id of a lesson'],
])

function forgetting(words: string): Order {
  const asked = words.replace(/\s+yes$/i, '')
  return asked === '' || /^yes$/i.test(asked)
    ? wordless('forget')
    : { verb: 'forget', words: asked, yes: asked !== words }
}
