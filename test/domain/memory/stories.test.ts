import { expect, test } from 'vitest'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { turnoutOf } from '../../../src/domain/memory/turnout.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, eventOf, failed, ROOT, read, type Step, shell, story } from '../samples.ts'
import { observe } from './observing.ts'

const FAILING = 'FAIL src/cart.test.ts > rounds\nAssertionError: expected 3 to be 4\n Tests  1 failed | 4 passed (5)'
const PASSING = ' Tests  5 passed (5)'
const at = (file: string) => `${ROOT}/${file}`
const write = (path: string) => done({ kind: 'write', path: at(path), content: 'export const x = 1\n' } as never)
const commit = (subject: string) =>
  done(shell(`git commit -am "${subject}"`), `[main 1a2b3c4] ${subject}\n 2 files changed, 10 insertions(+)`)

/** Sessions as they happen. */
const STORIES: Readonly<Record<string, readonly Step[]>> = {
  'a bug is fixed': [
    { asked: 'The cart total is off by one cent when there are three items. Please fix it.', promptId: 'a' },
    done(read(at('src/cart.ts')), 'export function total() {}'),
    failed(shell('npm test'), FAILING),
    done(edit(at('src/cart.ts'), 'Math.floor(sum)', 'Math.round(sum)')),
    done(shell('npm test'), PASSING),
    {
      said: 'Fixed the rounding in `src/cart.ts`: totals are now rounded per line.\n\nThe cause was `Math.floor`, which dropped half cents.\n\nNext steps:\n- Add a test for negative amounts',
    },
  ],
  'a fix is committed and pushed': [
    { asked: 'fix the flaky upload test and commit', promptId: 'a' },
    failed(shell('npx vitest run src/upload.test.ts'), FAILING.replaceAll('cart', 'upload')),
    done(edit(at('src/upload.ts'), 'setTimeout(f, 10)', 'await drained()')),
    done(edit(at('src/upload.test.ts'), 'wait(10)', 'await drained()')),
    done(shell('npx vitest run src/upload.test.ts'), PASSING),
    commit('fix(upload): wait until the queue is drained'),
    done(shell('git push -u origin fix-upload'), 'To github.com:a/b.git\n * [new branch] fix-upload -> fix-upload'),
    done(shell('gh pr create --fill'), 'https://github.com/a/b/pull/1234'),
    {
      said: 'The upload test waited for a timer; it now waits for the queue. I committed it and opened a pull request.',
    },
  ],
  'a feature over two turns': [
    { asked: 'Add a --json flag to the export command in src/cli/export.ts', promptId: 'a' },
    write('src/cli/json.ts'),
    done(edit(at('src/cli/export.ts'), 'print(rows)', 'json ? printJson(rows) : print(rows)')),
    { said: 'Added `--json` to `export`. Should I also document the flag in the README?' },
    { asked: 'yes please', promptId: 'b' },
    done(edit(at('README.md'), '## Export', '## Export\n`--json` prints JSON.')),
    done(shell('npm run lint'), ''),
    { said: 'Documented the flag in README.md.' },
  ],
  'a question is answered': [
    { asked: 'Why does the importer read every file twice?', promptId: 'a' },
    done(
      shell('rg "readFile" src/importer'),
      'src/importer/read.ts:12: readFile(path)\nsrc/importer/hash.ts:4: readFile(path)',
    ),
    done(read(at('src/importer/read.ts')), 'text'),
    {
      said: 'The importer reads each file twice because `hash.ts` computes its digest before `read.ts` parses it. Both call `readFile`; passing the buffer on would save one read.',
    },
  ],
  'options are offered and one is picked': [
    { asked: 'How could we speed up the search?', promptId: 'a' },
    {
      said: 'There are three options:\n1. Cache the index in memory\n2. Move the ranking into SQL\n3. Drop the prefix search\n\nWhich one should I do?',
    },
    { asked: 'option 2', promptId: 'b' },
    done(edit(at('src/search/rank.ts'), 'sort(', 'sql(')),
    done(shell('npm test'), PASSING),
    { said: 'Moved the ranking into SQL. We decided to keep the old ranking behind a flag until the next release.' },
  ],
  'a check still fails': [
    { asked: 'Make the build pass again', promptId: 'a' },
    failed(
      shell('npm run build'),
      'src/a.ts(3,5): error TS2322: Type "string" is not assignable to type "number".\nFound 1 error.',
    ),
    done(edit(at('src/a.ts'), 'x: number', 'x: string')),
    failed(shell('npm run build'), 'src/b.ts(9,1): error TS2554: Expected 1 arguments, but got 0.\nFound 1 error.'),
    {
      said: 'The first error is gone; `src/b.ts` still fails to compile, because `open` now takes a path. I have not fixed that yet.',
    },
  ],
  'work is undone': [
    { asked: 'Replace the date library with Intl in src/dates.ts', promptId: 'a' },
    done(edit(at('src/dates.ts'), 'dayjs(', 'new Intl.DateTimeFormat(')),
    failed(shell('npm test'), FAILING.replaceAll('cart', 'dates')),
    done(shell('git checkout -- src/dates.ts'), ''),
    { said: 'I reverted the change: `Intl` cannot parse the formats that the tests use, so the library stays.' },
  ],
  'files are moved and removed': [
    { asked: 'Move the mailer out of src/app into its own folder and delete the old queue', promptId: 'a' },
    done(shell('git mv src/app/mailer.ts src/mailer/index.ts'), ''),
    done(shell('git rm -r src/queue.ts'), "rm 'src/queue.ts'"),
    done(edit(at('src/app/index.ts'), "'./mailer.ts'", "'../mailer/index.ts'")),
    done(shell('npx tsc --noEmit'), ''),
    commit('refactor: the mailer has its own folder'),
    { said: 'Moved the mailer to `src/mailer` and removed the unused queue.' },
  ],
  'a decision of the person': [
    { asked: 'We use Postgres for the ledger, not SQLite. Set that up in config/db.ts', promptId: 'a' },
    done(edit(at('config/db.ts'), 'sqlite', 'postgres')),
    done(shell('docker compose up -d db'), 'Started'),
    { said: 'The ledger now uses Postgres. Decided: one schema per tenant, because migrations stay simple that way.' },
  ],
  'a session is compacted': [
    { asked: 'Write docs for the scheduler', promptId: 'a' },
    write('docs/scheduler.md'),
    { said: 'Wrote docs/scheduler.md with an overview and two examples.' },
    eventOf('PreCompact', { trigger: 'manual' }),
    { asked: 'Now add a diagram of the states', promptId: 'b' },
    done(edit(at('docs/scheduler.md'), '# Scheduler', '# Scheduler\n```mermaid\n```')),
    { said: 'Added a state diagram to docs/scheduler.md. The next step is to link it from the index.' },
  ],
  'only thanks': [{ asked: 'thanks, great work!', promptId: 'a' }, { said: 'You are welcome!' }],
  'configuration and dependencies': [
    { asked: 'update vitest to the latest version', promptId: 'a' },
    done(shell('npm install -D vitest@latest'), 'added 12 packages, changed 3 packages'),
    done(edit(at('vitest.config.ts'), 'threads: true', "pool: 'threads'")),
    done(shell('npm test'), PASSING),
    { said: "Updated vitest to 4.1 and renamed its option: `threads` is now `pool: 'threads'`." },
  ],
  'security of a token': [
    { asked: 'Make sure the token is never logged, see src/log.ts', promptId: 'a' },
    done(edit(at('src/log.ts'), 'log(request)', 'log(redact(request))')),
    done(edit(at('src/log.test.ts'), 'test(', "test('hides tokens'")),
    done(shell('npm test -- src/log.test.ts'), PASSING),
    {
      said: 'Tokens are now redacted before a request is logged. Security: the old logs under /var/log still contain them.',
    },
  ],
  'the agent is interrupted': [
    { asked: 'Refactor src/parser.ts into smaller functions', promptId: 'a' },
    done(edit(at('src/parser.ts'), 'function parse', 'function parseLine')),
    { asked: 'stop, keep the public name', promptId: 'b' },
    done(edit(at('src/parser.ts'), 'function parseLine', 'export function parse')),
    { said: 'Kept `parse` as the public name and split the rest into helpers.' },
  ],
}

const shown = (value: object) =>
  JSON.stringify(value, (_, part) => (Array.isArray(part) && part.length === 0 ? undefined : part), 1)

// Renewed by `npx vitest run --project unit test/domain/memory/stories.test.ts -u`; read what changes before you commit it
test.each(Object.entries(STORIES))('what is kept of a session is what it was: %s', async (name, steps) => {
  const { events, prompts } = story(steps)
  const turns = turnsOf(events, prompts)
  const kept = {
    observations: observe(steps),
    summaries: turns.map((_, n) => summarise(turns.slice(0, n + 1), ROOT) ?? 'none'),
    handoff: handoffOf(turns, { isSealed: false, root: ROOT }) ?? 'none',
    turnout: turnoutOf(turns, ROOT) ?? 'none',
  }
  await expect(`${shown(kept)}\n`).toMatchFileSnapshot(`stories/${name.replaceAll(' ', '-')}.txt`)
})
