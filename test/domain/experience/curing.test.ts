import { expect, test } from 'vitest'
import { episodesIn } from '../../../src/domain/experience/episodes.ts'
import { placesIn } from '../../../src/domain/experience/places.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import { done, edit, failed, type Step, shell, story } from '../samples.ts'
import { FAILED, fails, fix, PASSED, passes } from './cart-runs.ts'

const episodes = (...steps: readonly Step[]) => episodesIn(story(steps, 's1').events as EventRecord[])

test('a failing run has only what it points to for its cure, if much else was changed or a turn went by', () => {
  const [cart, other] = ['/home/dev/app/src/cart.ts', '/home/dev/app/docs/notes.ts']
  const unlike = ['/home/dev/app/web/a.ts', '/home/dev/app/web/b.ts', '/home/dev/app/web/c.ts']
  const files = (...steps: readonly Step[]) => episodes(...steps)[0]?.end?.files
  expect(files(fails(), fix(), fix(other), passes())).toEqual([cart, other])
  expect(files(fails(), ...unlike.map(fix), fix(), passes())).toEqual([cart])
  expect(files(fails(), ...unlike.map(fix), fix(other), passes())).toEqual([])
  expect(files(fails(), fix(), fix(other), { asked: 'Now tidy the docs', promptId: 'u2' }, passes())).toEqual([cart])
  expect(files(fails(), fix(other), { asked: 'Run it again', promptId: 'u2' }, passes())).toEqual([other])
  // A file of the same name elsewhere is another file
  const rust = [
    'test cart::adds ... FAILED',
    "thread 'cart::adds' panicked at src/cart.rs:9:5:\nno total",
    'test result: FAILED. 3 passed; 1 failed; 0 ignored',
  ].join('\n')
  const edits = [...unlike, '/home/dev/app/src/risk/cart.rs', '/home/dev/app/src/cart.rs'].map(fix)
  const end = done(shell('cargo test'), 'test result: ok. 4 passed; 0 failed; 0 ignored')
  expect(files(failed(shell('cargo test'), rust), ...edits, end)).toEqual(['/home/dev/app/src/cart.rs'])
  // What only a warning points to is not what failed
  const warned = `warning: unused import\n --> src/money.rs:3:5\n  |\n\nerror[E0425]: no total\n --> src/cart.rs:9:5\n  |\n\nerror: could not compile \`app\``
  const checks = done(shell('cargo check'), '    Finished `dev` profile [unoptimized] target(s) in 0.1s')
  const fixes = [...unlike, '/home/dev/app/src/cart.rs', '/home/dev/app/src/money.rs'].map(fix)
  expect(files(failed(shell('cargo check'), warned), ...fixes, checks)).toEqual(['/home/dev/app/src/cart.rs'])
})

test.each([
  ['git stash && npx vitest run test/cart.test.ts; git stash pop'],
  ['git stash push -u -m wip; npx vitest run test/cart.test.ts'],
  ['git stash -q && npx vitest run test/cart.test.ts'],
])('a failing run is neither opened nor ended by a run without the changes: %s', (line) => {
  expect(episodes(fails(), fix(), done(shell(line), PASSED))[0]?.end).toBeUndefined()
  expect(episodes(failed(shell(line), FAILED))).toEqual([])
  const back = episodes(
    fails(),
    fix(),
    done(shell('git stash'), ''),
    passes(),
    done(shell('git stash pop'), ''),
    passes(),
  )
  expect(back).toHaveLength(1)
  expect(back[0]?.end).toMatchObject({ files: ['/home/dev/app/src/cart.ts'], commands: [] })
})

test.each([
  [
    'cargo fmt --check',
    'Diff in /home/dev/app/src/cart.rs:7:\n-a\n+b',
    'rustfmt --check src/cart.rs',
    'cargo fmt',
    'rs',
  ],
  [
    'ruff format --check',
    'Would reformat: src/cart.py\n1 file would be reformatted',
    'black --check .',
    'ruff format',
    'py',
  ],
  [
    'npm run lint',
    '/home/dev/app/src/cart.js\n  3:1  error  Missing semicolon  semi\n\n✖ 1 problem (1 error, 0 warnings)',
    'npm run format:check',
    'npm run lint:fix',
    'js',
  ],
])(
  'a failing run of %s is cured by the command that corrects, by no edit and by no look',
  (line, output, look, corrects, ending) => {
    const pass = done(shell(line), '')
    const [one] = episodes(
      failed(shell(line), output),
      done(shell(look), ''),
      fix('/home/dev/app/b.ts'),
      done(shell(corrects), ''),
      pass,
    )
    expect(one?.end).toMatchObject({ files: [], commands: [corrects] })
    // What it points to was edited, too
    const [both] = episodes(
      failed(shell(line), output),
      fix(`/home/dev/app/src/cart.${ending}`),
      done(shell(corrects), ''),
      pass,
    )
    expect(both?.end).toMatchObject({ files: [], commands: [] })
  },
)

test('a command that its program does not know is no failing run', () => {
  expect(episodes(failed(shell('wrap npx vitest run'), "error: unrecognized subcommand 'npx'"), passes())).toEqual([])
})

test('the lines of a cure are those of one place, comments aside', () => {
  const file = '/home/dev/app/src/cart.ts'
  const now = '// Rounds half up\nconst a = 1\nconst b = Math.round(x)\nconst c = 3\nconst d = 5\n'
  const old = '// Rounds\nconst a = 1\nconst b = Math.floor(x)\nconst c = 3\nconst d = 4\n'
  const [one] = episodes(fails(), done(edit(file, old, now)), passes())
  expect(one?.end?.diffs).toEqual([`${file}\n- const b = Math.floor(x)\n+ const b = Math.round(x)`])
  const [last] = episodes(fails(), fix(), done(edit(file, 'let e', 'let f')), passes())
  expect(last?.end?.diffs).toEqual([`${file}\n- let e\n+ let f`])
})

const STASHED = done(shell('git stash'), 'Saved working directory and index state WIP on main')
test.each([
  ['had nothing to put aside', [done(shell('git stash'), 'No local changes to save')]],
  ['failed', [failed(shell('git stash push'), 'error: denied')]],
  ['only creates', [done(shell('git stash create'), 'abc123')]],
  ['put aside what is not brought back', [STASHED]],
])('what is edited and checked after a stash counts, if it %s', (_, stash) => {
  expect(episodes(...stash, fails(), fix(), passes())[0]?.end?.files).toEqual(['/home/dev/app/src/cart.ts'])
  expect(episodes(fails(), ...stash, fix(), passes())[0]?.end?.files).toEqual(['/home/dev/app/src/cart.ts'])
})

test('what was put aside is no cure of what passes after another edit', () => {
  const [one] = episodes(fails(), fix(), STASHED, fix('/home/dev/app/src/money.ts'), passes())
  expect(one?.end?.files).toEqual(['/home/dev/app/src/money.ts'])
})

test.each([
  ['./a.go:5:2: undefined: warning\n', ['./a.go']],
  ["src/log.ts:3:5 - error TS2304: Cannot find name 'warning'.\n", ['src/log.ts']],
  ['src/a.c:3:5: warning: unused\nsrc/b.c:4:1: error: no x\n', ['src/b.c']],
  ['a.cs(3,5): warning CS0168: unused\n', []],
  ['lib/a.py:3: DeprecationWarning: old\n', []],
  ['warning: unused\n --> src/a.rs:3:5\nerror[E1]: no x\n --> src/b.rs:4:1\n', ['src/b.rs']],
  ['warning: old option\nsrc/b.ts:4:1: error: no x\n', ['src/b.ts']],
  ['A'.repeat(100_000), []],
  ['a.'.repeat(50_000), []],
])('warnings point to no failing file, errors do: %#', (output, places) => {
  expect(placesIn(output)).toEqual(places)
})

const UNUSED = '/home/dev/app/src/cart.js\n  3:1  error  Missing semicolon  semi\n\n✖ 1 problem (1 error, 0 warnings)'
test.each([
  ['git checkout -b fix/cart', false],
  ['mkdir -p src/format', false],
  ['npm install eslint-plugin-format', false],
  ['npx eslint --fix-dry-run src', false],
  ['npx prettier --write docs', false],
  ['npx eslint --fix src', true],
  ['npx eslint . --fix', true],
  ['npm run fmt', true],
  ['npx prettier --write "src/**/*.js"', true],
  ['npx biome check --write', true],
])('a linter’s failure is cured only by a command that corrects what it points to: %s', (line, isCure) => {
  const [one] = episodes(failed(shell('npm run lint'), UNUSED), done(shell(line), ''), done(shell('npm run lint'), ''))
  expect(one?.end?.commands.length).toBe(isCure ? 1 : 0)
})

test.each([
  done(shell('mkdir -p notes'), ''),
  done(shell('git checkout -b x'), ''),
  done(shell('kill 1234'), ''),
  fix('/home/dev/app/README.md'),
])('what no test runs is no cure: %#', (change) => {
  expect(episodes(fails(), change, passes())[0]?.end).toMatchObject({ files: [], commands: [] })
})
