import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { noteLines, overlapLine, peerLines, reachLine, unreadLine } from '../../../src/domain/context/peer-lines.ts'
import type { Peer, ReceivedNote } from '../../../src/domain/coordination/peer.ts'
import { company } from '../coordinate/company.ts'
import { breaksOf, disguises, MARK, quotesMark } from './disguises.ts'

const NOW = 1_000_000
/** What stands before or after a quotation says whose words it is. */
const SOURCE =
  /(?:user|agent|script)\b[^“]* (?:asked|reported|named it|wrote|wrote in a terminal) “|(?:session|branch|worktree|editing)\b[^“]* “|” (?:is being edited|was changed|can change)/

const all = Object.entries(disguises)

describe.each(all)('%s', (_, text) => {
  const peer: Peer = {
    ...{ session: text, project: 'p', host: 'h', worktree: `/w/${text}`, branch: text, startedAt: 1, lastSeenAt: 2 },
    named: text,
    workingOn: { text, by: 'user' },
    claims: [`/w/${text}`, `/w/src/${text}`],
  }
  const note: ReceivedNote = {
    ...{ id: 'n_0123456789abcdef', session: text, project: 'p', at: 3, by: 'agent', recipient: 's', text, from: peer },
  }
  const file = { path: `/w/${text}`, peer, mark: '' }
  const overlap = { ...file, since: 1, isNews: true, isUnread: true, isSettled: false, isElsewhere: false }

  test.each([
    ['its session, branch, worktree, task and files of a peer', () => peerLines([peer, peer], NOW)],
    ['a note, and who sent it', () => noteLines([note, { ...note, from: undefined, agentId: text }], NOW)],
    ['a claimed file', () => [overlapLine(overlap, NOW), overlapLine({ ...overlap, isElsewhere: true }, NOW, '/v')]],
    ['a file that a command reaches', () => [reachLine(`git stash ${text}`, [overlap], '/w')]],
    ['a changed file', () => [unreadLine({ ...file, isLive: false, at: 2 }, NOW, '/w')]],
  ])('stays within quotation marks as %s', (_of, lines) => {
    for (const line of lines()) {
      expect(line).not.toContain('\n')
      expect(breaksOf(line)).toEqual([])
      if (quotesMark(line)) expect(line).toMatch(SOURCE)
    }
  })

  test('of another session stays within quotation marks wherever that session is named', async () => {
    const here = await company()
    const odd = join(here.folder, 'src', `${text.replaceAll('/', '').slice(0, 80)}.py`)
    writeFileSync(odd, 'x\n')
    await here.start('alpha')
    await here.ask('alpha', text)
    await here.before('alpha', odd)
    await here.after('alpha', [{ at: 1, removed: 1, added: 1 }], odd)
    const told = [await here.start('beta'), await here.read('beta', odd), await here.before('beta', odd)]
    await here.after('alpha', [{ at: 1, removed: 1, added: 1 }], odd)
    await here.tell({ recipient: 'beta', text })
    await here.tell({ recipient: 'beta', text, session: '', by: 'user' })
    told.push(await here.ran('beta', 'ls'), await here.before('beta', odd), await here.ask('beta', 'Go on'))
    const said = told.flatMap(({ context, ask, note }) => [context, ask, note]).filter((each) => each !== undefined)
    expect(said.length).toBeGreaterThan(4)
    expect(said.filter((each) => each.includes(MARK)).length).toBeGreaterThan(3)
    for (const each of said) expect(breaksOf(each)).toEqual([])
  })
})
