import { expect, test } from 'vitest'
import { checkingOf } from '../../../src/domain/checks/check.ts'
import { type CheckRun, folderIn, repeatedIn } from '../../../src/domain/experience/covering.ts'
import { commandsOf } from '../../../src/domain/shell.ts'

const FAMILIES = {
  pytest: {
    tests: ['tests/test_a.py::test_one', 'tests/api/test_b.py::TestB::test_two'],
    lines: [
      ...[
        'pytest',
        'pytest  -x',
        'pytest -v tests',
        'pytest tests/',
        'pytest ./tests/test_a.py',
        'python -m pytest tests/api',
      ],
      ...[
        'pytest tests/test_a.py::test_one',
        'pytest -k one',
        'pytest -k "one or two"',
        'pytest -k "not one"',
        'pytest -k=two',
      ],
      ...[
        'pytest --deselect tests/test_a.py::test_one',
        'pytest --ignore=tests/api',
        'pytest --ignore tests/other',
        'pytest -k xy',
      ],
      ...[
        'pytest -c conf.ini tests',
        'pytest -q other/test_c.py',
        'pytest tests/api/**',
        'pytest .',
        'make test',
        'pytest -n 4',
      ],
    ],
  },
  cargo: {
    tests: ['core::tests::adds', 'core::tests::subtracts'],
    lines: [
      ...[
        'cargo test',
        'cargo test adds',
        'cargo test -p core',
        'cargo test --package=core',
        'cargo test core::tests::adds -- --exact',
      ],
      ...[
        'cargo test -- --nocapture',
        'cargo test -- --skip adds',
        'cargo test --release',
        'cargo nextest run',
        'cargo build',
        'cargo test run',
      ],
      ...['cargo test subtracts', 'cargo test ab', 'cargo clippy'],
    ],
  },
  go: {
    tests: ['TestAdd', 'TestSub/one'],
    lines: [
      ...[
        'go test ./...',
        'go test .',
        'go test ./pkg/...',
        'go test ./pkg/a',
        'go test -run TestAdd ./...',
        'go test -run "^TestAdd$" ./pkg/a',
      ],
      ...[
        'go test -run "TestAdd|TestSub" ./...',
        'go test -race -v ./pkg',
        'go build ./...',
        'go vet ./...',
        'go test -skip TestAdd ./...',
      ],
    ],
  },
  vitest: {
    tests: ['adds up', 'rounds'],
    lines: [
      ...[
        'npx vitest run',
        'npx vitest run src/a.test.ts',
        'npx vitest run src',
        'npx vitest run -t adds',
        'npx vitest run --exclude src/b.test.ts',
      ],
      ...[
        'npm test',
        'npm test -- src/a.test.ts',
        'npx jest src/a.test.ts',
        'npx jest --testNamePattern=rounds',
        'npx tsc --noEmit',
        'npx vitest run a.test',
      ],
    ],
  },
} as const

const runOf = (line: string, tests: readonly string[], folder?: string): CheckRun => {
  const [command] = commandsOf(line)
  const found = command && checkingOf(command)
  return { check: found?.check ?? 'test', runner: found?.program ?? '', command: line, tests, folder } as CheckRun
}
const reported = (line: string, runner: string): CheckRun => ({ ...runOf(line, []), check: 'test', runner })
const said = (found: readonly string[] | 'all') => (found === 'all' ? found : found.join(' + '))

// Renewed by `npx vitest run --project unit test/domain/experience/covering.test.ts -u`; read what changes before you commit it
test.each(Object.entries(FAMILIES))(
  'which runs of %s repeat which failed ones is what it was',
  async (name, { tests, lines }) => {
    const told = lines.flatMap((failed) =>
      [tests, tests.slice(1), []].flatMap((failing) => {
        const again = lines.flatMap((line) => {
          const found = repeatedIn(runOf(failed, failing), runOf(line, []))
          return found.length === 0 ? [] : [`    ${line}: ${said(found)}`]
        })
        return [`${failed} failed at ${failing.join(', ') || 'no named test'}`, ...again]
      }),
    )
    await expect(`${told.join('\n')}\n`).toMatchFileSnapshot(`covering/${name}.txt`)
  },
)

test('a run repeats another only in its folder, or in one around or below it', () => {
  const repeats = (one?: string, other?: string) =>
    repeatedIn(runOf('pytest', [], one), runOf('pytest', [], other)) === 'all'
  expect(repeats()).toBe(true)
  expect(repeats('api', 'api')).toBe(true)
  expect(repeats('api/v1', 'api')).toBe(true)
  expect(repeats('api', 'api/v1')).toBe(true)
  expect(repeats('api', 'web')).toBe(false)
  expect(repeats('api', 'api-two')).toBe(false)
  expect(repeats('/srv/api', 'web')).toBe(true)
  expect(repeats('/srv/api', '/srv/web')).toBe(false)
  expect(repeats(undefined, 'web')).toBe(true)
})

test.each([
  ['npm run test:unit', 'npm run test:e2e'],
  ['make test', 'make test-fast'],
  ['npm test -w api', 'npm test -w web'],
  ['npm --prefix api test', 'npm --prefix web test'],
  ['make -C api test', 'make -C web test'],
  ['tox -e py311', 'tox -e py312'],
  ['gradle :api:test', 'gradle :web:test'],
  ['nx test api', 'nx test web'],
  ['mvn test -pl api', 'mvn test -pl web'],
  ['mvn test -Dtest=Cart', 'mvn test -Dtest=Invoice'],
  ['go test ./...', 'go test -run TestOther ./...'],
  ['pytest', 'pytest -m "not slow"'],
  ['npx vitest run', 'npx vitest run --changed'],
  ['npx vitest run', 'npx vitest run --shard=1/2'],
  ['npx tsc --noEmit', 'npx tsc --noEmit src/a.ts'],
  ['yarn workspace api test', 'yarn workspace web test'],
  ['cargo test', 'cargo test --lib'],
  ['cargo test', 'cargo test run'],
  ['pytest -k first', 'pytest -k second'],
  ['pytest', 'pytest -k second'],
  ['cargo fmt --check', 'cargo clippy'],
  ['ruff check', 'ruff format --check'],
  ['biome check', 'biome format'],
  ['mix credo', 'mix format --check-formatted'],
  ['go test ./...', 'go test .'],
  ['go test ./pkg/...', 'go test ./pkg'],
  ['go test -tags=integration ./...', 'go test ./...'],
  ['dotnet test', 'dotnet test --filter Category=Fast'],
  ['dotnet test api.csproj', 'dotnet test web.csproj'],
  ['vendor/bin/phpunit', 'vendor/bin/phpunit --testsuite unit'],
  ['vendor/bin/phpunit', 'vendor/bin/phpunit --exclude-group slow'],
  ['bundle exec rspec', 'bundle exec rspec --tag ~slow'],
  ['mix test', 'mix test --only fast'],
  ['swift test', 'swift test --filter OtherTests'],
  ['bazel test //...', 'bazel test //web:all'],
  ['bazel test --config=asan //...', 'bazel test //...'],
  ['ctest', 'ctest -L fast'],
  ['./gradlew test', './gradlew test -x integrationTest'],
  ['pnpm --filter api test', 'pnpm --filter web test'],
  ['turbo run test', 'turbo run test --filter=web'],
  ['npm test', 'npm run test:unit'],
  ['bun test', 'bun run test:unit'],
  ['npm run test:e2e', 'npm test'],
  ['bin/rails test test/a_test.rb', 'bin/rails test test/a_test.rb -n test_other'],
  ['rails test', 'rails test --name=test_other'],
  ['go test ./...', 'go test -vet=off ./...'],
  ['go test -race ./...', 'go test ./...'],
  ['cargo test --workspace', 'cargo test'],
  ['node --test', 'node --test test/b.test.js'],
  ['make clean', 'make test'],
  ['make -j test-a', 'make -j test-b'],
  ['make test', 'make clean'],
  ['npm run clean', 'npm test'],
  ['npx jest', 'npx jest Add'],
  ['go test ./...', 'go test ./Add'],
  ['make test-integration', 'make test'],
])('what fails in %s passes in no run of %s', (failed, other) => {
  expect(repeatedIn(runOf(failed, ['TestAdd']), runOf(other, []))).toEqual([])
})

test.each([
  ['npm run test:unit', 'npm test'],
  ['npm t', 'npm run test'],
  ['make -j4 test', 'make test'],
  ['mvn -q test', 'mvn verify'],
  ['./gradlew :api:test', './gradlew test'],
  ['npm test -w api', 'npm test'],
  ['turbo run test', 'turbo test'],
  ['yarn workspace api test', 'yarn test'],
  ['cargo test adds', 'cargo test'],
  ['cargo test -q', 'cargo test -- --nocapture --test-threads=1'],
  ['go test -race ./pkg', 'go test -race -count=1 -v ./pkg'],
  ['go test ./pkg', 'go test ./pkg/...'],
  ['go test', 'go test ./...'],
  ['npx vitest run src/a.test.ts', 'npx vitest run src/a.test.ts src/b.test.ts'],
  ['yarn vitest run', 'npx vitest run --reporter=dot'],
  ['bun test src/a.test.ts', 'bun run test'],
  ['dotnet test --filter Name=A', 'dotnet test --nologo'],
  ['./gradlew test --tests CartTest', 'gradle test --console=plain'],
  ['bundle exec rspec spec/cart_spec.rb:12', 'bundle exec rspec spec'],
  ['pytest tests/test_a.py', 'pytest tests/test_a.py -xvs'],
  ['pytest -xvs', 'pytest'],
  ['pytest tests', 'pytest -rA tests --no-header'],
  ['pytest tests -n 4', 'pytest tests -n auto'],
  ['node --test test/a.test.js', 'node --test'],
  ['node --test', 'node --test --test-reporter=spec'],
  ['mvn clean test', 'mvn test'],
  ['mvn test', 'mvn clean verify'],
  ['./gradlew clean test', './gradlew test'],
  ['make clean test', 'make test'],
  ['cargo test -p foo', 'cargo test --workspace'],
  ['go test ./pkg', 'go test -race ./...'],
  ['dotnet test', 'dotnet test -v minimal'],
  ['dotnet test -v:q', 'dotnet test'],
])('what fails in %s passes in a run of %s', (failed, wide) => {
  expect(repeatedIn(runOf(failed, []), runOf(wide, []))).toBe('all')
})

test.each([
  ['npx playwright test e2e/a.spec.ts', 'playwright', 'npm test', 'vitest', []],
  ['pytest tests/test_a.py', 'pytest', 'make test', 'go', []],
  ['npm test', 'mocha', 'npm run test', 'vitest', []],
  ['npx vitest run a.test.ts', 'vitest', 'npm test', 'npm', 'all'],
  ['npx vitest run a.test.ts', 'vitest', 'npm test', 'vitest', 'all'],
  ['npm test', 'vitest', 'npx vitest run', 'vitest', 'all'],
  ['npm test', 'npm', 'npx vitest run', 'vitest', []],
  ['npm run test:e2e', 'vitest', 'npx vitest run', 'vitest', []],
  ['npm test', 'vitest', 'npx vitest run b.test.ts', 'vitest', []],
  ['make test', 'go', 'go test ./...', 'go', 'all'],
  ['make test', 'go', 'go test .', 'go', []],
  // The same line runs the same
  ['npm test', 'mocha', 'npm test', 'vitest', 'all'],
])(
  'another runner repeats nothing, where the reports show both: %s (%s), %s (%s)',
  (one, its, other, others, repeats) => {
    expect(repeatedIn(reported(one, its), reported(other, others))).toEqual(repeats)
  },
)

test.each([
  ['cd web && npm test', 'web'],
  ['(cd web && npm test); (cd api && npm test)', undefined],
  ['(cd web && npm install); npm test', undefined],
  ['npm test; cd web', undefined],
  ['cd web && npm test; cd ../api && npm run lint', 'web'],
  ['cd web && ./node_modules/.bin/jest', 'web'],
])('a command runs in the folder that its line was in before: %s', (line, folder) => {
  expect(folderIn(line, 'npm test')).toBe(folder)
})
