import * as z from 'zod'
import { HindcastError } from '../domain/errors.ts'
import { IMPORTED } from '../domain/memory/imported.ts'
import { isQuoteOf, remembered } from '../domain/memory/remembered.ts'
import type { Prompt } from '../domain/nouns/prompt.ts'
import { cutPrivate } from '../domain/redaction/tags.ts'
import { parseSearch } from '../domain/retrieval/query.ts'
import type { OperationPorts } from '../ports.ts'
import { from, project, projectOf, self } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'

/** What is told again and again is short. */
const TEXT_MAX = 10_000

const input = z.object({
  text: z
    .union([z.string(), z.array(z.string()).transform((words) => words.join(' '))])
    .refine((text) => text.length <= TEXT_MAX, `is over ${TEXT_MAX} characters: say it in fewer`)
    .describe('what to keep, in the words in which it is to be told'),
  by: z
    .enum(['user', 'agent'])
    .default('user')
    .describe('whose word it is; what a client starts has the word of the agent'),
  project,
  from,
  self,
})

/** Keeps something that somebody says, with whose word it is; it is told and found as any observation is. */
export default operation({
  name: 'remember',
  summary:
    'Keeps a sentence with whose word it is, the user’s or the agent’s; it is recalled and found as any observation.',
  example: 'hindcast remember "The staging database is reset every Monday"',
  input,
  positional: ['text'],
  reads: false,
  async run({ text: given, by, self, ...place }, ports) {
    const text = cutPrivate(given).text.trim()
    if (text === '') throw new HindcastError('bad-input', 'remember: there is nothing to keep')
    const dir = place.project ?? place.from
    if (dir === undefined) throw new HindcastError('bad-input', 'remember needs the folder that it is about')
    const about = (await projectOf(dir, ports)) ?? ''
    const at = ports.clock.now()
    if (self !== undefined) await refuseSilenced(self, at, ports)
    const quoted = await promptThatSays(text, about, ports)
    const observation = remembered({
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
    says: 'Save a one-sentence note for later sessions: a decision, a gotcha, a fact that was hard to find. If it comes from the user, quote the user word for word.',
    takes: { text: 'understandable without context' },
    fills: { by: 'agent' },
  },
  render: ({ id, by }, paint) => `${paint.green('remembered')}  ${paint.cyan(id)}  as the ${by}’s word`,
})

/** Shorter words stand everywhere. */
const QUOTE_MIN = 12

/**
 * The newest prompt of a person in which these very words stand: they are the person's then, whoever repeats them. What
 * another program told of a person is hearsay.
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

/** Of what an agent does while nothing may be kept, neither is this. */
async function refuseSilenced(
  { session, project, promptId }: NonNullable<z.infer<typeof self>>,
  now: number,
  { ledger }: OperationPorts,
): Promise<void> {
  const spans = await ledger.silences({ session, project })
  const isSilent = spans.some(({ from, until }) => from <= now && (until === undefined || now < until))
  if (isSilent || (promptId !== undefined && (await ledger.excluded(session, promptId))))
    throw new HindcastError('bad-input', 'nothing is kept now: it is paused, or what was asked is private')
}

/** Where the agent most likely is: the session of this project that spoke last. */
async function newestSession(project: string, { evidence }: OperationPorts): Promise<string> {
  const open = await evidence.sessions({ project, open: true, limit: 20 })
  return open.toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)[0]?.id ?? ''
}
