import { describe, expect, it } from 'vitest'
import { supersededAmong, UNDONE_FACT } from '../../../src/domain/memory/supersession.ts'
import { done, edit, type Step, shell } from '../samples.ts'
import { observe } from './observing.ts'
import { observationOf } from './records.ts'

/** Titles of the observations from a described session that are still current. */
function standing(steps: readonly Step[]): string[] {
  const found = observe(steps)
  const outdated = supersededAmong(found)
  return found.filter(({ id }) => !outdated.has(id)).map(({ title }) => title)
}
const change = (asked: string, file: string, said: string): Step[] => [{ asked }, done(edit(file, 'a', 'b')), { said }]
const SLOW: Step[] = [
  { asked: 'why is the list of invoices slow?' },
  { said: "`InvoiceList.get_queryset()` does not use `select_related('customer')`, so every row loads its customer." },
]
const MENDED = change(
  'do it',
  'billing/views.py',
  "`InvoiceList.get_queryset()` now uses `select_related('customer')`.",
)

describe('an outdated record', () => {
  it('is a problem once a change fixes it, but not one that no change mentions', () => {
    expect(standing(SLOW)).toHaveLength(1)
    expect(standing([...SLOW, ...MENDED])).toEqual([expect.stringMatching(/now uses select_related/)])
    const mask: Step[] = [
      { asked: 'training gives NaN with bf16' },
      {
        said: 'The mask adds `-1e9` in `attention.py`, which overflows to `-inf` in bf16 and gives NaN. Shall I fix it?',
      },
    ]
    expect(standing([...mask, ...change('yes', 'model/attention.py', 'Now `finfo().min` is added.')])).toHaveLength(1)
    const other = change('add a logo to the page', 'web/page.ts', 'Added a logo to the page header.')
    expect(standing([...SLOW, ...other])).toHaveLength(2)
  })

  it("is one session's finding in a file that a later session fixed there, never a decision or a note", () => {
    const found = {
      id: 'o_1',
      session: 'a',
      title: '`copyTree()` follows links',
      narrative: 'The problem is `copyTree()`.',
    }
    const bug = observationOf({ ...found, type: 'discovery', filesRead: ['/r/copy.ts'] })
    const fix = observationOf({
      ...{ id: 'o_2', session: 'b', at: bug.at + 1, title: 'copyTree() skips links, it follows none' },
      filesModified: ['/r/copy.ts'],
    })
    expect([...supersededAmong([bug, fix])]).toEqual(['o_1'])
    expect([...supersededAmong([bug, { ...fix, filesModified: ['/r/other.ts'] }])]).toEqual([])
    for (const kept of [{ type: 'decision' as const }, { rememberedBy: 'user' as const }])
      expect([...supersededAmong([{ ...bug, ...kept }, fix])]).toEqual([])
  })

  it('is a proposal from one session that another carried out', () => {
    const proposed = observationOf({
      ...{ id: 'o_1', session: 'a', type: 'discovery', titledBy: 'plan' },
      ...{ title: 'Proposed: Queue uploads while offline', narrative: '' },
    })
    const carriedOut = observationOf({
      ...{ id: 'o_2', session: 'b', at: proposed.at + 1, title: 'feat: queue uploads while offline' },
      filesModified: ['/r/queue.ts'],
    })
    expect([...supersededAmong([proposed, carriedOut])]).toEqual(['o_1'])
    expect([...supersededAmong([proposed, { ...carriedOut, title: 'feat: retry failed uploads' }])]).toEqual([])
    expect([...supersededAmong([{ ...proposed, at: carriedOut.at + 1 }, carriedOut])]).toEqual([])
  })

  it('is an addition that was removed again, and a change that was replaced', () => {
    const cached = change('cache the list for a minute', 'views.py', 'Added `@cache_page(60)` to `InvoiceList`.')
    const again = change('take it out again', 'views.py', 'Removed `@cache_page(60)` from `InvoiceList`: it was stale.')
    expect(standing([...cached, ...again])).toEqual([expect.stringMatching(/^Removed @cache_page\(60\)/)])
    const raised = change(
      'raise lr to 3e-4 and see whether it converges',
      'base.yaml',
      'It diverges. Shall I put it back?',
    )
    const back = change('yes', 'base.yaml', 'Reverted `lr` to `1e-4` in `base.yaml`.')
    expect(standing([...raised, ...back])).toEqual([expect.stringMatching(/^Reverted lr/)])
    const hidden = change('make the "app start" command hidden', 'start.ts', 'Done.')
    const gone = change('no, remove it', 'config.ts', 'The `app start` command has been completely removed.')
    expect(standing([...hidden, ...gone])).toEqual([expect.stringMatching(/completely removed/)])
  })

  it('is not one removed and then redone: the redone record is current, the attempt in between is not', () => {
    const cached = change('cache the list for a minute', 'views.py', 'Added `@cache_page(60)` to `InvoiceList`.')
    const out = change('take it out again', 'views.py', 'Removed `@cache_page(60)` from `InvoiceList`: it was stale.')
    const all = [...cached, ...out, ...cached]
    expect(standing(all)).toEqual(standing(cached))
    const records = observe(all)
    expect(records.every(({ id, supersedes }) => supersedes !== id)).toBe(true)
    expect(standing([...all, ...out])).toEqual([expect.stringMatching(/^Removed @cache_page\(60\)/)])
  })

  it('is a change abandoned with its branch', () => {
    const left: Step[] = [
      { asked: "let's abandon the current branch and start a new one from main" },
      done(shell('git checkout main && git checkout -b fix/paths'), ''),
      { said: 'Done. You are on `fix/paths` now.' },
    ]
    const [first] = observe([...change('add a retry option to the client', 'client.ts', 'Done.'), ...left])
    expect(first?.facts[0]).toBe(UNDONE_FACT)
    expect(standing([...change('add a retry option to the client', 'client.ts', 'Done.'), ...left])).toEqual([])
  })

  it('is a cause that the agent retracts for the real one, which stays as a gotcha', () => {
    const wrong: Step[] = [
      { asked: 'why are no commits made in the api folder?' },
      { said: 'The hook silently skips files that `Bash` changed, so no commits are made in the `api/` folder.' },
    ]
    const right: Step[] = [
      { asked: 'but those were committed before' },
      {
        said: '**Found the actual bug!** The hook resolves files against `os.Getwd()`, so files in the `api/` folder make no commits. It should use the repository root.',
      },
    ]
    expect(standing([...wrong, ...right])).toEqual([expect.stringContaining('os.Getwd()')])
    expect(observe([...wrong, ...right]).at(-1)?.concepts).toContain('gotcha')
  })
})
