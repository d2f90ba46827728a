import { oneLine } from '@hindcast/text/phrases.ts'
import * as z from 'zod'
import type { Peer } from '../domain/coordination/peer.ts'
import { HindcastError } from '../domain/errors.ts'
import type { OperationPorts } from '../ports.ts'
import { allByDefault, from, onlyProject, projectOf, projectOr } from './verb/inputs.ts'
import { table } from './verb/layout.ts'
import { operation } from './verb/operation.ts'
import { claimDocument, LISTED, liveSession, sessionsSaid } from './verb/peers.ts'
import { ago, count, moment, shortId } from './verb/words.ts'

const input = z.object({
  action: z
    .enum(['list', 'take', 'release'])
    .default('list')
    .describe(
      [
        'what to do',
        'list: show which session is editing which file',
        'take: give a file to a session, whoever is editing it',
        'release: free a file, or with --session all files of a session',
      ].join('\n'),
    ),
  path: z.string().optional().describe('for take and release: the file'),
  session: z
    .string()
    .optional()
    .describe(
      'for take: the session that gets the file (default: the only one running in the project); for release: whose files',
    )
    .meta({ called: 'id' }),
  by: z.enum(['user', 'agent']).default('user').describe('who decides').meta({ hidden: true }),
  project: projectOr('all projects'),
  allProjects: allByDefault,
  from,
})

type Given = z.infer<typeof input>

/** Which session is editing which file, and a person's decisions on it. */
export default operation({
  name: 'claims',
  group: 'Control',
  summary: 'Lists the files that running sessions are editing; gives a file to a session, or releases it.',
  example: 'hindcast claims release src/app.ts',
  input,
  positional: ['action', 'path'],
  reads: false,
  async run(given, ports) {
    if (given.action === 'take') await take(given, ports)
    const released = given.action === 'release' ? await release(given, ports) : 0
    const only = await onlyProject(given, ports)
    const [claims, live] = await Promise.all([
      ports.coordination.claims(only),
      ports.coordination.peers({ project: only }),
    ])
    const holders = new Map(live.map((peer) => [peer.session, peer]))
    return { claims: claims.map((claim) => claimDocument(claim, holders.get(claim.session))), released }
  },
  render: ({ claims, released }, screen, { action }) => {
    const rows = claims.map(({ path, sessionId, branch, since, expiresAt, workingOn }) => [
      screen.short(path),
      shortId(sessionId),
      branch ?? '',
      ago(since, screen.now),
      moment(expiresAt, screen.now),
      oneLine(workingOn ?? ''),
    ])
    const list =
      claims.length === 0
        ? 'No session is editing a file.'
        : table(['FILE', 'SESSION', 'BRANCH', 'SINCE', 'EXPIRES', 'WORKING ON'], rows, screen)
    return action === 'release' ? `${screen.green(`released ${count(released, 'file')}`)}\n\n${list}` : list
  },
})

/** A person's word counts against a live holder, a program's does not. */
async function take({ path, session, by, ...place }: Given, ports: OperationPorts): Promise<void> {
  if (path === undefined) throw new HindcastError('bad-input', 'claims take needs the path of a file')
  const holder = await chosen(session, await projectOf(place.project ?? place.from, ports), ports)
  const { session: id, project, worktree } = holder
  const isInside = worktree !== undefined && path.startsWith(`${worktree}/`)
  const wish = { session: id, project, path, ...(isInside && { worktree }) }
  const claim = await ports.coordination.take(wish, by === 'user')
  if (claim.session !== id)
    throw new HindcastError('needs-person', `session ${shortId(claim.session)} is editing '${path}'`)
}

async function chosen(prefix: string | undefined, project: string | undefined, ports: OperationPorts): Promise<Peer> {
  const live = await ports.coordination.peers({ project: prefix === undefined ? project : undefined })
  if (prefix !== undefined) return liveSession(prefix, live)
  const [only, ...others] = live
  if (only === undefined) throw new HindcastError('not-found', 'no session is running in this project', LISTED)
  if (others.length === 0) return only
  throw new HindcastError('bad-input', `several sessions are running in this project: ${sessionsSaid(live)}`, {
    remedy: 'pass one with --session',
  })
}

/** Nobody has to say who holds a file. Only a person decides; an agent's own claims end with its session. */
async function release({ path, session, by }: Given, ports: OperationPorts): Promise<number> {
  if (by !== 'user') throw new HindcastError('needs-person', 'only a person releases files')
  if (path === undefined && session === undefined)
    throw new HindcastError('bad-input', 'claims release needs the path of a file, or --session')
  const { coordination } = ports
  if (session !== undefined)
    return coordination.release(liveSession(session, await coordination.peers({})).session, path)
  const real = await ports.workspace.realPath(path ?? '')
  const claim = (await coordination.claims()).find((each) => each.path === real)
  if (claim === undefined)
    throw new HindcastError('not-found', `no session is editing '${path}'`, {
      remedy: 'to list claims, run hindcast claims',
    })
  return coordination.release(claim.session, path)
}
