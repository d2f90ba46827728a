import { expect, test } from 'vitest'
import * as peers from '../../../src/domain/context/peer-lines.ts'
import type { Overlap, Unread } from '../../../src/domain/coordination/overlap.ts'
import type { Peer, ReceivedNote } from '../../../src/domain/coordination/peer.ts'
import { ROOT, T0 } from '../samples.ts'
import { MINUTE, NOW } from './page.ts'

// The file is renewed by `npx vitest run --project unit test/domain/context/peer-lines.test.ts -u`; read what changes before you commit it
test('what is told of other sessions is what it was', async () => {
  const peer: Peer = {
    ...{ session: '3f2a1b7c-0000', project: 'p1', host: 'claude-code', worktree: ROOT, branch: 'main' },
    ...{ startedAt: T0, lastSeenAt: NOW - 5 * MINUTE, workingOn: { text: 'Fix the rounding', by: 'user' } },
    claims: [1, 2].map((n) => `${ROOT}/src/f${n}.ts`),
  }
  const bare: Peer = {
    ...peer,
    session: 's2',
    branch: undefined,
    workingOn: undefined,
    claims: [],
    worktree: undefined,
  }
  const agent: Peer = {
    ...peer,
    branch: undefined,
    workingOn: { text: 'Totals', by: 'agent' },
    worktree: '/home/dev/app-2',
  }
  const script: Peer = {
    ...peer,
    workingOn: { text: 'Nightly', by: 'script' },
    claims: [1, 2, 3, 4, 5, 6, 7].map((n) => `${ROOT}/${n}.ts`),
  }
  const overlap: Overlap = {
    ...{ path: `${ROOT}/src/f1.ts`, peer, since: NOW - 12 * MINUTE, isNews: true, isUnread: true, isSettled: false },
    ...{ isElsewhere: false },
  } as Overlap
  const unread: Unread = { path: `${ROOT}/src/f1.ts`, peer, isLive: true, at: NOW - MINUTE, mark: 'm' }
  const lines = [
    { from: 10, to: 14 },
    { from: 20, to: 20 },
  ]
  const note = (id: string, over: Partial<ReceivedNote> = {}): ReceivedNote =>
    ({
      id,
      session: '3f2a1b7c-0000',
      project: 'p1',
      at: T0,
      by: 'agent',
      text: `Text of ${id}`,
      from: peer,
      ...over,
    }) as ReceivedNote
  const told = {
    said: [peer, bare, agent, script, { ...bare, named: 'Evening lamp' }].map((each) => peers.peerSaid(each)),
    lines: peers.peerLines([peer, bare, agent, script], NOW, ROOT),
    'five lines': peers.peerLines([peer, bare, bare, bare, bare], NOW, ROOT),
    'six lines': peers.peerLines([peer, bare, bare, bare, bare, bare, bare], NOW, ROOT),
    notes: peers.noteLines([note('n1'), note('n2', { from: undefined }), note('n3', { agentId: 'a1' })], NOW),
    'many notes': peers.noteLines(
      ['n1', 'n2', 'n3', 'n4', 'n5'].map((id) => note(id)),
      NOW,
    ),
    'from a terminal': peers.noteLines([note('n1', { session: '', by: 'user' }), note('n2', { session: '' })], NOW),
    overlaps: [
      overlap,
      { ...overlap, changedAt: NOW - MINUTE },
      { ...overlap, changedAt: NOW - MINUTE, lines },
      { ...overlap, lines },
      { ...overlap, isElsewhere: true, peer: agent, path: '/home/dev/app-2/src/f1.ts' } as Overlap,
      { ...overlap, isElsewhere: true, peer: bare } as Overlap,
    ].map((each) => peers.overlapLine(each, NOW, ROOT)),
    reach: [
      peers.reachLine('git stash', [overlap], ROOT),
      peers.reachLine('git stash', [overlap, { ...overlap, path: `${ROOT}/b.ts` }, { ...overlap, peer: bare }], ROOT),
    ],
    unread: [peers.unreadLine(unread, NOW, ROOT), peers.unreadLine({ ...unread, lines }, NOW, ROOT)],
  }
  await expect(`${JSON.stringify(told, null, 1)}\n`).toMatchFileSnapshot('lines/peers.txt')
})
