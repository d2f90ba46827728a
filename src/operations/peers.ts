import { oneLine } from '@hindcast/text/phrases.ts'
import * as z from 'zod'
import { REQUESTED_BY } from '../domain/memory/title-voice.ts'
import { quote, shownPath } from '../domain/quote.ts'
import { minute } from './verb/agent-words.ts'
import { allByDefault, from, onlyProject, projectOf, projectOr, selfInput } from './verb/inputs.ts'
import { labelledFiles, table } from './verb/layout.ts'
import { operation, type Screen } from './verb/operation.ts'
import { type PeerDocument, peerDocument } from './verb/peers.ts'
import { ago, shortId } from './verb/words.ts'

const input = z.object({
  project: projectOr('all projects, the current project first'),
  allProjects: allByDefault,
  from,
  self: selfInput,
})

/** The sessions that are running now; an agent sees those of its project besides its own. */
export default operation({
  name: 'peers',
  group: 'Find',
  summary:
    'Lists the sessions that are running now: project, branch, what each is working on, and the files it is editing.',
  example: 'hindcast peers',
  input,
  reads: true,
  async run({ from: folder, self: agent, ...place }, ports) {
    const only = agent?.project ?? (await onlyProject(place, ports))
    const here = await projectOf(folder, ports)
    const [live, projects] = await Promise.all([
      ports.coordination.peers({ project: only, except: agent?.session }),
      ports.evidence.projects(),
    ])
    const own = live.filter(({ project }) => project === here)
    const others = live.filter(({ project }) => project !== here)
    return { peers: [...own, ...others].map((peer) => peerDocument(peer, projects)) }
  },
  forAgents: {
    says: 'Other sessions running in this project: what each works on, files it is editing.',
    takes: {},
    render: ({ peers }) =>
      peers.length === 0 ? 'No other session is running in this project.' : peers.map(peerLine).join('\n'),
  },
  render: ({ peers }, screen) => (peers.length === 0 ? 'No session is running.' : peersText(peers, screen)),
})

function peersText(peers: readonly PeerDocument[], screen: Screen): string {
  const rows = peers.map(({ sessionId, projectName, branch, lastSeen, title, workingOn }) => [
    shortId(sessionId),
    projectName,
    branch ?? '',
    ago(lastSeen, screen.now),
    oneLine(workingOn ?? title),
  ])
  const editing = peers.filter(({ claims }) => claims.length > 0)
  return [
    table(['SESSION', 'PROJECT', 'BRANCH', 'LAST ACTIVE', 'WORKING ON'], rows, screen),
    ...editing.map(({ sessionId, claims }) => labelledFiles(`${shortId(sessionId)} is editing`, claims, screen)),
  ].join('\n\n')
}

function peerLine({
  sessionId,
  branch,
  worktree,
  title,
  titleFrom,
  workingOn,
  workingOnBy,
  lastSeen,
  claims,
}: PeerDocument): string {
  const about = [
    ...(branch === null ? [] : [`branch ${shownPath(branch)}`]),
    ...(worktree === null ? [] : [`worktree ${shownPath(worktree)}`]),
    `last active ${minute(lastSeen)}`,
    ...(title === '' ? [] : [`titled by its ${titleFrom === 'person' ? 'user' : 'client'} ${quote(title, TASK)}`]),
    ...(workingOn === null ? [] : [`${REQUESTED_BY[workingOnBy ?? 'user']} ${quote(workingOn, TASK)}`]),
    ...(claims.length === 0
      ? []
      : [
          `editing ${claims.slice(0, FILES).map(shownPath).join(', ')}${claims.length > FILES ? ` and ${claims.length - FILES} more` : ''}`,
        ]),
  ]
  return `${shownPath(sessionId)}: ${about.join('; ')}`
}

const TASK = 160
const FILES = 10
