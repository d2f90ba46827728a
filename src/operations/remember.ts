import { cutPrivate } from '@hindcast/redaction/tags.ts'
import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { IMPORTED } from '../domain/memory/imported.ts'
import { isQuoteOf, rememberedNote } from '../domain/memory/remembered.ts'
import type { Prompt } from '../domain/nouns/prompt.ts'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { OperationPorts } from '../ports.ts'
import { from, newestSession, projectOf, selfInput, tooLong } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'

/** A note is recalled again and again, so it must be short. */
const TEXT_MAX = 10_000

const input = z.object({
  text: z
    .union([z.string(), z.array(z.string()).transform((words) => words.join(' '))])
    .refine((text) => text.length <= TEXT_MAX, tooLong(TEXT_MAX))
    .describe('the note, worded so that later sessions understand it'),
  by: z.enum(['user', 'agent']).default('user').describe('who wrote the note').meta({ called: 'who' }),
  project: z.string().optional().describe('save it for the project that contains dir (default: the current folder)'),
  from,
  self: selfInput,
})

/** Saves a note and who said it; it is recalled and found like any observation. */
export default operation({
  name: 'remember',
  group: 'Control',
  summary: 'Saves a note for later sessions.',
  example: 'hindcast remember "The staging database is reset every Monday"',
  input,
  positional: ['text'],
  reads: false,
  async run({ text: given, by, self, ...place }, ports) {
    const text = cutPrivate(given).text.trim()
    if (text === '') throw new HindcastError('bad-input', 'remember needs text outside of <private> tags')
    const dir = place.project ?? place.from
    if (dir === undefined) throw new HindcastError('bad-input', 'remember needs a project folder')
    const about = (await projectOf(dir, ports)) ?? ''
    const at = ports.clock.now()
    const quoted = await promptThatSays(text, about, ports)
    const observation = rememberedNote({
      text,
      at,
      project: about,
      by: quoted ? 'user' : by,
      session: quoted?.session ?? self?.session ?? (by === 'agent' ? await newestSession(about, ports) : ''),
      agentId: self?.agent,
      evidence: quoted ? [quoted.id] : [],
      cause: quoted?.id ?? `${about} ${by}`,
      promptId: quoted?.promptId ?? self?.promptId,
    })
    await ports.keeper.keep('observation', observation, (await ports.workspace.locate(dir)).project)
    return { id: observation.id, by: observation.rememberedBy ?? by }
  },
  forAgents: {
    says: 'Save a one-sentence note for later sessions: a decision, a gotcha, a hard-won fact. Quote the user word for word.',
    takes: { text: 'understandable without context' },
    fills: { by: 'agent' },
  },
  render: ({ id, by }, paint) =>
    `${paint.green('saved')}  ${paint.cyan(id)}  (said by ${by === 'user' ? 'you' : 'the agent'})`,
})

/** Shorter texts occur by chance. */
const QUOTE_MIN = 12

/**
 * The newest prompt of a person that contains exactly these words: then the person said them, whoever repeats them.
 * Prompts imported from another program do not count.
 */
async function promptThatSays(
  text: string,
  project: string,
  { memories }: OperationPorts,
): Promise<Prompt | undefined> {
  const match = parseSearch(text)
  if (text.length < QUOTE_MIN || match.terms.length === 0) return undefined
  const hits = await memories.search({ match, project, kind: 'prompt', type: 'person', limit: 20 })
  const found = await memories.show(hits.map(({ id }) => id))
  const prompts = found.flatMap((one) => (one.kind === 'prompt' ? [one.record] : []))
  return prompts.find(({ text: said, promptId }) => !promptId?.startsWith(IMPORTED) && isQuoteOf(text, said))
}
