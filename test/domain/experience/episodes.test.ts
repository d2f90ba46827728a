import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changingCommands } from '../../../src/domain/experience/changing.ts'
import { repeatedIn } from '../../../src/domain/experience/covering.ts'
import { type Episode, episodesIn, isCured, isWorthKeeping } from '../../../src/domain/experience/episodes.ts'
import { provisionalOf } from '../../../src/domain/experience/provisional.ts'
import { eventRecord } from '../../../src/domain/memory/record.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import { done, eventOf, failed, type Step, shell, story } from '../samples.ts'
import { FAILED, fails, fix, passes, TEST } from './cart-runs.ts'

const by = <T extends Step>(id: string, event: T): T => ({ ...event, agent: { id, type: 'worker' } })

const eventsOf = (steps: readonly Step[], session = 's1') => story(steps, session).events as EventRecord[]
const episodes = (...steps: readonly Step[]) => episodesIn(eventsOf(steps))

describe('a failing run and what cured it', () => {
  test('ends with the next pass, with the files, the commit and the outcome', () => {
    const [one, ...rest] = episodes(
      fails(),
      fix(),
      passes(),
      done(shell('git commit -am "Round half up"'), '[main 1a2b3c4] Round half up\n 1 file changed'),
    )
    expect(rest).toEqual([])
    expect(one?.end).toMatchObject({
      files: ['/home/dev/app/src/cart.ts'],
      commit: { hash: '1a2b3c4', subject: 'Round half up' },
      passed: { status: 'pass' },
    })
    expect(one && isCured(one)).toBe(true)
  })

  test('is flaky if nothing changed in between', () => {
    const [one] = episodes(fails(), passes())
    expect(one?.end).toBeDefined()
    expect(one && isCured(one)).toBe(false)
  })

  test('is one however often the same run fails', () => {
    const found = episodes(fails(), fix(), fails(), fix('/home/dev/app/src/money.ts'), passes())
    expect(found).toHaveLength(1)
    expect(found[0]?.runs).toHaveLength(2)
    // After the first change it failed as before
    expect(found[0]?.end?.files).toEqual(['/home/dev/app/src/money.ts'])
  })

  test('stays open while another file’s tests pass', () => {
    expect(episodes(fails(), fix(), passes('npx vitest run test/other.test.ts'))[0]?.end).toBeUndefined()
  })

  test.each(['cd web && npm test', '(cd web && npm test)', 'export CI=1; cd web; npm test', 'pushd web && npm test'])(
    'in one folder stays open while a run in another passes: %s',
    (line) => {
      expect(episodes(failed(shell('cd api && npm test'), FAILED), fix(), passes(line))[0]?.end).toBeUndefined()
      expect(episodes(failed(shell('cd web && npm test'), FAILED), fix(), passes(line))[0]?.end).toBeDefined()
    },
  )

  test('ends with a wider run', () => {
    expect(episodes(fails(), fix(), passes('npx vitest run'))[0]?.end).toBeDefined()
  })

  test('stays open while the same target fails with something else, and its cure is what was changed until then', () => {
    const else_ = failed(shell(TEST), FAILED.replace('rounds half up', 'keeps the sign'))
    const [one, other] = episodes(fails(), fix(), else_, fix('/home/dev/app/src/sign.ts'))
    expect([one?.end, other?.end]).toEqual([undefined, undefined])
    expect(one?.runs.map(({ instead }) => instead)).toEqual([undefined, 'test/cart.test.ts > cart > keeps the sign'])
    const [cart, sign] = episodes(fails(), fix(), else_, fix('/home/dev/app/src/sign.ts'), passes())
    expect(cart?.end?.files).toEqual(['/home/dev/app/src/cart.ts'])
    expect(sign?.end?.files).toEqual(['/home/dev/app/src/sign.ts'])
    const again = episodes(fails(), fix(), else_, fix('/home/dev/app/src/sign.ts'), fails(), passes())
    expect(again[0] && isCured(again[0])).toBe(false)
  })

  test('says which lines were changed', () => {
    expect(episodes(fails(), fix(), passes())[0]?.end?.diffs).toEqual(['/home/dev/app/src/cart.ts\n- a\n+ b'])
  })

  test.each([
    ['pytest', "E   ModuleNotFoundError: No module named 'yaml'\n1 error in 0.1s"],
    [
      'npx vitest run',
      " FAIL  test/cart.test.ts [ test/cart.test.ts ]\nError: Cannot find package 'left-pad' imported from /home/dev/app/src/cart.ts\n Tests  1 failed (1)",
    ],
    ['cargo test', "error[E0463]: can't find crate for `serde`\nerror: could not compile `app`"],
    ['./ci/run.sh && pytest', 'sh: 1: pytest: not found'],
    ['pytest', 'bash: pytest: command not found'],
    ['wrap bun run test', "error: unrecognized subcommand 'bun'"],
    ['npm run tests', 'npm error Missing script: "tests"'],
    ['make tests', "make: *** No rule to make target 'tests'.  Stop."],
  ])('of %s that missed a program or module, or was misworded (%s), is cured by no file', (command, output) => {
    const [one] = episodes(failed(shell(command), output), fix(), done(shell(command), '3 passed in 0.1s'))
    expect(one?.end?.files ?? []).toEqual([])
  })

  test.each(['ValueError: invalid argument', 'NotFoundError: user 12: not found', 'Error: page: not found'])(
    'of code that throws “%s” is cured by an edit',
    (error) => {
      const output = ` FAIL  test/cart.test.ts > cart > adds\n${error}\n Tests  1 failed (1)`
      const [one] = episodes(failed(shell(TEST), output), fix(), passes())
      expect(one?.end?.files).toEqual(['/home/dev/app/src/cart.ts'])
    },
  )

  test('of a missing module is cured by the file of its name', () => {
    const output = "E   ModuleNotFoundError: No module named 'shop.prices'\n1 error in 0.1s"
    const write = done({ kind: 'write', path: '/home/dev/app/shop/prices.py', text: 'TAX = 1' })
    const [one] = episodes(failed(shell('pytest'), output), write, fix(), done(shell('pytest'), '3 passed in 0.1s'))
    expect(one?.end?.files).toEqual(['/home/dev/app/shop/prices.py'])
  })

  test('whose error stands in the passing run, too, is not recognised by it', () => {
    const noise = 'ERROR: no rates found, falling back to the last ones'
    const lines = (output: string) => `${noise}\n${output}`
    const [one] = episodes(
      failed(shell('npm test'), lines('1 failing')),
      fix(),
      done(shell('npm test'), lines('3 passing')),
    )
    expect(one?.end?.isErrorHarmless).toBe(true)
    expect(one && provisionalOf(one)).toMatchObject({ status: 'confirmed', failure: undefined })
  })

  test.each([
    ['npx jest', 'No tests found, exiting with code 0'],
    ['go test -run=^$ ./...', 'ok  \tshop/cart\t0.003s [no tests to run]'],
    ['npx mocha', '\n  0 passing (1ms)\n'],
    [
      'cargo test nothing',
      'running 0 tests\n\ntest result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 9 filtered out; finished in 0.00s\n',
    ],
  ])('is not ended by %s, which ran nothing', (command, output) => {
    const [first = ''] = command.split(' -')
    const [one] = episodes(
      failed(shell(first), 'TypeError: x is not a function\n1 failing'),
      fix(),
      done(shell(command), output),
    )
    expect(one).toBeDefined()
    expect(one?.end).toBeUndefined()
  })

  test('is cured by an install, too', () => {
    const missing = failed(shell('pytest'), "E   ModuleNotFoundError: No module named 'yaml'\n1 error in 0.1s")
    const [one] = episodes(missing, done(shell('pip install pyyaml')), done(shell('pytest'), '3 passed in 0.1s'))
    expect(one?.end).toMatchObject({ files: [], commands: ['pip install pyyaml'] })
  })

  test('of a linter is worth keeping if a command fixed it', () => {
    const lint = 'npx eslint src'
    const found = failed(
      shell(lint),
      '/home/dev/app/src/a.ts\n  1:1  error  Missing semicolon  semi\n\n✖ 1 problem (1 error, 0 warnings)',
    )
    const [byHand] = episodes(found, fix(), done(shell(lint), ''))
    const [byCommand] = episodes(found, done(shell('npx eslint --fix src')), done(shell(lint), ''))
    expect([byHand, byCommand].map((one) => one !== undefined && isWorthKeeping(one))).toEqual([false, true])
  })

  test('is not mixed with another agent’s', () => {
    const [one, other] = episodes(
      by('a', fails()),
      by('b', fails('npx vitest run')),
      by('b', fix('/home/dev/app/src/b.ts')),
      by('a', fix('/home/dev/app/src/a.ts')),
      by('b', passes('npx vitest run')),
      by('a', passes()),
    )
    expect(one).toMatchObject({ agentId: 'a', end: { files: ['/home/dev/app/src/a.ts'] } })
    expect(other).toMatchObject({ agentId: 'b', end: { files: ['/home/dev/app/src/b.ts'] } })
  })

  test('of an agent that has stopped ends with another’s pass', () => {
    const stopped = by('a', eventOf('SubagentStop', { active: false }))
    expect(episodes(by('a', fails()), stopped, fix(), passes())[0]?.end?.files).toHaveLength(1)
    expect(episodes(by('a', fails()), fix(), passes())[0]?.end).toBeUndefined()
  })

  test('can end in a later session', () => {
    const earlier = episodesIn(eventsOf([fails()], 's0'))
    const [one] = episodesIn(eventsOf([fix(), passes()], 's1'), earlier)
    expect(one).toMatchObject({ session: 's0', end: { session: 's1', files: ['/home/dev/app/src/cart.ts'] } })
  })

  test('ends in a later session with the files alone that it points to', () => {
    const earlier = episodesIn(eventsOf([fails()], 's0'))
    const [one] = episodesIn(eventsOf([fix('/home/dev/app/src/theme.css'), passes()], 's1'), earlier)
    expect(one?.end?.files).toEqual([])
    expect(one && isCured(one)).toBe(false)
  })

  test('reads the same whichever prefix was read before', () => {
    const step = fc.constantFrom<() => Step>(
      fails,
      fix,
      passes,
      () => fails('npx vitest run'),
      () => passes('npx vitest run'),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(12), (steps, cut) => {
        const events = eventsOf(steps.map((make) => make()))
        const [whole, part] = [episodesIn(events), episodesIn(events.slice(0, cut))]
        const key = ({ runs }: Episode) => runs[0]?.outcome
        expect(whole.map(key)).toEqual(expect.arrayContaining(part.map(key)))
        for (const one of part.filter(({ end }) => end !== undefined))
          expect(whole.find((each) => key(each) === key(one))?.end?.outcome).toBe(one.end?.outcome)
      }),
    )
  })
})

describe('whether a run repeats a failed one', () => {
  const go = (command: string, tests: readonly string[] = []) =>
    ({ check: 'test', runner: 'go', command, tests }) as const
  test.each([
    ['go test ./...', ['TestA'], 'go test ./...', 'all'],
    ['go test ./a', ['TestA'], 'go test ./...', 'all'],
    ['go test ./a/b', ['TestA'], 'go test ./a/...', 'all'],
    ['go test ./...', ['TestA', 'TestB'], 'go test -run TestA ./a', ['TestA']],
    ['go test ./a', ['TestA'], 'go test ./b', []],
    ['go test ./...', ['TestA'], 'go test ./a', []],
    ['go test ./...', ['TestA'], 'go test -skip TestA ./...', []],
    ['go test ./...', [], 'go test --exclude a', []],
  ] as const)('%s %s, then %s: %s', (before, tests, now, repeated) => {
    expect(repeatedIn(go(before, tests), go(now))).toEqual(repeated)
  })

  test('runs in different folders repeat nothing', () => {
    const one = { ...go('npm test'), folder: 'front' }
    expect(repeatedIn(one, { ...one, folder: 'back' })).toEqual([])
    expect(repeatedIn(one, one)).toBe('all')
  })
})

test.each([
  ['npm ci', ['npm ci']],
  ['cd web && npm install left-pad', ['npm install left-pad']],
  ['uv pip install ruff && echo ok', ['uv pip install ruff']],
  ['python3 -m pip install x', ['python3 -m pip install x']],
  ['git checkout -- a.ts', ['git checkout -- a.ts']],
  ['npm run codegen', ['npm run codegen']],
  ['bun run lint:fix', ['bun run lint:fix']],
  ['npx eslint --fix src', ['npx eslint --fix src']],
  ['git commit -am x', []],
  ['node app.js', []],
  ['cargo fmt --version', []],
  ['npm test', []],
])('%s can make the difference: %s', (line, commands) => {
  expect(changingCommands(eventRecord(done(shell(line)))).map(({ text }) => text)).toEqual(commands)
})
