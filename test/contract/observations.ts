import { describe, expect, test } from 'vitest'
import type { Evidence, Journal, Memories } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'
import { anObservation, aSession, commit, ids, observation, session } from './records.ts'

/** What every reader of observations by file must keep. */
export function observationsContract(open: Open<{ journal: Journal; evidence: Evidence; memories: Memories }>): void {
  describe('observations of a file', () => {
    const store = opened(open)

    test("observations of a file are found by its path, in whichever of a project's worktrees they were made", async () => {
      const { journal, memories } = store()
      const file = { path: '/wt/two/src/parser.ts', relative: 'src/parser.ts' }
      const of = async (filter: object) =>
        ids(await memories.observations({ project: 'p1', file, limit: 9, ...filter }))
      await commit(journal, [
        session(aSession({ id: 's1', worktree: '/repo' })),
        session(aSession({ id: 's2', worktree: '/wt/two' })),
        observation(
          anObservation({ id: 'o1', at: 10, filesRead: [], filesModified: ['/repo/src/parser.ts', '/repo/a.ts'] }),
        ),
        observation(anObservation({ id: 'o2', at: 30, session: 's2', filesRead: ['/wt/two/src/parser.ts'] })),
        observation(anObservation({ id: 'o3', at: 20, filesRead: ['/repo/lib/src/parser.ts'] })),
        observation(anObservation({ id: 'o4', at: 40, project: 'p2', filesRead: ['/wt/two/src/parser.ts'] })),
      ])
      expect(await of({})).toEqual(['o2', 'o1'])
      expect(await of({ asOf: 20 })).toEqual(['o1'])
      expect(await of({ limit: 1 })).toEqual(['o2'])
      // Told anew without that file
      await commit(journal, [
        observation(anObservation({ id: 'o2', at: 30, session: 's2', filesRead: ['/wt/two/b.ts'] })),
      ])
      expect(await of({})).toEqual(['o1'])
    })
  })
}
