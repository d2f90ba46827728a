import { expect, test } from 'vitest'
import { handoffHead, handoffInBrief, handoffInFull } from '../../../src/domain/context/handoff-lines.ts'
import type { Handoff } from '../../../src/domain/nouns/handoff.ts'
import { ROOT, T0 } from '../samples.ts'
import { MINUTE, NOW, page } from './page.ts'

// The file is renewed by `npx vitest run --project unit test/domain/context/handoff-lines.test.ts -u`; read what changes before you commit it
test('what is told of handoffs is what it was', async () => {
  const base: Handoff = {
    ...{ id: 'h_1', session: 's1', project: 'p1', at: T0, root: ROOT, sealed: true, evidence: [] },
    goal: 'Round the totals of the cart per line',
    goalBy: 'user',
    now: 'Rounded each line in cart.ts with banker’s rounding',
    next: 'Run the invoice tests against the new totals',
    blockers: ['npm test → 2 failed', 'npm run lint → 1 error'],
    worked: ['Added roundLine to src/money.ts', 'npm test passed'],
    failed: ['npm test → 3 failed'],
    choices: [],
    decisions: ['Keep amounts in cents'],
    files: [`${ROOT}/src/cart.ts`, `${ROOT}/src/money.ts`, '/elsewhere/x.ts'],
    removed: [],
  }
  const before: Handoff = {
    ...base,
    ...{ id: 'h_0', session: 's0', at: T0 - MINUTE, goal: 'Move money to cents' },
    files: [`${ROOT}/src/cart.ts`, `${ROOT}/src/tax.ts`, `${ROOT}/src/old.ts`],
    removed: [`${ROOT}/src/old.ts`],
  }
  const short = (over: Partial<Handoff>, earlier: readonly Handoff[] = []) =>
    handoffInBrief('Last session', { ...base, ...over }, earlier, NOW)
  const many = Array.from({ length: 9 }, (_, at) => `${ROOT}/src/f${at}.ts`)
  const text = page({
    head: handoffHead('Last session', base, NOW),
    full: handoffInFull(base, NOW),
    'full, nothing known': handoffInFull({ ...base, goal: '', now: '', next: '', blockers: [], files: [] }, NOW),
    short: short({}),
    'a commit as goal': short({ goalBy: 'commit', goal: 'fix: round totals' }),
    'a commit as goal, after a session on the same file': short({ goalBy: 'commit', goal: 'fix: totals' }, [before]),
    'a commit as goal, after a session on another file': short({ goalBy: 'commit' }, [{ ...before, files: ['/x.ts'] }]),
    'many files': short({ files: many }),
    'no goal, after a session on the same file': short({ goal: '' }, [before]),
    'no goal, and none before': short({ goal: '' }, [{ ...before, goal: '' }]),
    'a plan': short({ goalBy: 'plan' }),
    'an offer': short({ goalBy: 'agent' }),
    'nobody said it': short({ goalBy: undefined }),
    'the goal is what was done': short({
      now: 'Rounded the totals of the cart per line',
      goal: 'Round the totals of the cart per line',
    }),
    'only files changed': short({ now: 'Changed cart.ts and money.ts', nowBy: 'observed' }),
    committed: short({ now: 'Round totals (committed, pushed)', nowBy: 'commit' }),
    unfinished: short({ now: 'Round the totals (unfinished)', nowBy: 'user' }),
    pull: short({ now: 'Rounded totals (pull request #12)' }),
    'a question': short({ next: 'Should the totals be rounded down?' }),
    'a quoted question': short({ next: 'Is it “per line?”' }),
    'no next step': short({ next: '' }),
    'put off by the person': short({ next: 'We do the invoices tomorrow', nextBy: 'user' }),
    'a recap': short({ recap: 'Goal: round totals. Next: the invoices.', recapAt: T0 }),
    'full, with a recap and a choice': handoffInFull(
      { ...base, recap: 'Goal: round totals.', recapAt: T0, choices: ['Round per line? → No, per cart'] },
      NOW,
    ),
    'an outcome of a person': short({ outcome: 'PARTIAL_PLUS', outcomeBy: 'person' }),
    'an outcome that was inferred': short({ outcome: 'PARTIAL_PLUS', outcomeBy: 'inferred' }),
  })
  await expect(text).toMatchFileSnapshot('lines/handoffs.txt')
})
