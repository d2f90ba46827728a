import { cutPrivate } from '@hindcast/redaction/tags.ts'
import * as z from 'zod'
import type { Peer } from '../domain/coordination/peer.ts'
import { HindcastError } from '../domain/errors.ts'
import { deriveId } from '../domain/identity.ts'
import type { Note } from '../domain/nouns/peer-note.ts'
import type { OperationPorts } from '../ports.ts'
import { from, projectOf, selfInput } from './verb/inputs.ts'
import { operation } from './verb/operation.ts'
import { LISTED, liveSession } from './verb/peers.ts'
import { count, shortId } from './verb/words.ts'

/** A note stands beside other results, so it must be short. */
const TEXT_MAX = 1_000
/** Whoever sends more notes in so short a time does not send them to be read. */
const MOST_SENT = 20
const LATELY_MS = 10 * 60_000
/** How many of all senders' notes are looked at. */
const MOST_READ = 200

const input = z.object({
  session: z.string().optional().describe('the id of a running session, or a unique prefix'),
  text: z.string().optional().describe('the note').meta({ words: true }),
  all: z.boolean().default(false).describe('tell every session running in the current project'),
  by: z.enum(['user', 'agent']).default('user').describe('who wrote the note').meta({ hidden: true }),
  project: z.string().optional().describe('with --all: the project that contains dir (default: the current folder)'),
  from,
  self: selfInput,
})

type Given = z.infer<typeof input>

/** Leaves a note for other sessions, delivered with the next thing that each of them does. */
export default operation({
  name: 'tell',
  group: 'Control',
  summary:
    'Sends a note to a running session, or with --all to all in the project; each sees it with its next tool result or prompt.',
  example: 'hindcast tell 3f2a1b7c "The migration is merged"',
  input,
  positional: ['session', 'text'],
  reads: false,
  async run(given, ports) {
    const { by, self: agent } = given
    const text = messageText(given)
    const recipients = await recipientsOf(given, ports)
    const [{ project }] = recipients
    const recipient = given.all ? '' : recipients[0].session
    const at = ports.clock.now()
    const session = agent?.session ?? ''
    const place = (await ports.evidence.projects()).find(({ id }) => id === project)
    if (place === undefined) throw new HindcastError('not-found', 'the project of that session is gone', LISTED)
    const to = recipients.map((peer) => peer.session)
    const sent = await lately({ project, session, at }, ports)
    const same = sent.find((note) => note.recipient === recipient && note.text === text)
    if (same) return { id: same.id, to }
    if (sent.length >= MOST_SENT)
      throw new HindcastError('bad-input', `you sent ${MOST_SENT} notes in the last 10 minutes`, {
        remedy: 'wait, and put what is new into one note',
      })
    const id = deriveId('n', project, session, recipient, text, at)
    const note = { id, session, project, at, by: agent ? 'agent' : by, agentId: agent?.agent, recipient, text } as const
    await ports.keeper.keep('peer-note', note, place)
    return { id, to }
  },
  forAgents: {
    says: 'Send a note to another session of this project (see `peers`); it arrives with its next tool result.',
    takes: { session: '', text: '', all: 'instead of `session`' },
    fills: { by: 'agent' },
  },
  render: ({ id, to }, screen) =>
    `${screen.green('sent')}  ${screen.cyan(id)}  to ${to.length === 1 ? `session ${to.map(shortId)[0]}` : `${count(to.length, 'session')}: ${to.map(shortId).join(', ')}`}`,
})

/** A sender's notes of the last minutes. */
async function lately(
  { project, session, at }: Pick<Note, 'project' | 'session' | 'at'>,
  { memories }: OperationPorts,
) {
  const notes = await memories.records({ noun: 'peer-note', project, limit: MOST_READ })
  return notes.filter((note) => note.session === session && at - note.at < LATELY_MS)
}

/** With `all`, every word is the note's. */
function messageText({ all, session, text = '' }: Given): string {
  const given = all ? [session, text].filter(Boolean).join(' ') : text
  const note = cutPrivate(given).text.trim()
  if (note === '') throw new HindcastError('bad-input', 'tell needs text outside of <private> tags')
  if (note.length <= TEXT_MAX) return note
  throw new HindcastError('bad-input', `a note has at most ${TEXT_MAX} characters, not ${note.length}`, { remedy: '' })
}

/** Those who can be told: an agent tells only sessions of its own project. */
async function recipientsOf(
  { all, session, self: agent, ...place }: Given,
  ports: OperationPorts,
): Promise<readonly [Peer, ...Peer[]]> {
  if (!all && session === undefined) throw new HindcastError('bad-input', 'tell needs a session, or --all')
  const here = agent?.project ?? (await projectOf(place.project ?? place.from, ports))
  if (all && here === undefined) throw new HindcastError('bad-input', 'tell --all needs a project folder')
  const live = await ports.coordination.peers({
    project: all ? here : agent?.project,
    except: agent?.session,
  })
  if (!all) return [liveSession(session ?? '', live)]
  const [first, ...others] = live
  if (first === undefined) throw new HindcastError('not-found', 'no other session is running in this project', LISTED)
  return [first, ...others]
}
