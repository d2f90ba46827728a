import { describe, expect, it } from 'vitest'
import { checkingOf, checkOf } from '../../../src/domain/checks/check.ts'
import { commandsOf } from '../../../src/domain/shell.ts'

const check = (line: string) => checkOf(commandsOf(line))

describe('a check is recognised', () => {
  it.each([
    // Scripts of package managers, with options before, between and after
    ['npm --prefix web run test', 'test'],
    ['npm -w packages/a run lint', 'lint'],
    ['npm run -s build -- --mode production', 'build'],
    ['pnpm -r --filter ./packages/a test', 'test'],
    ['pnpm -w test', 'test'],
    ['pnpm --filter web run typecheck', 'types'],
    ['yarn workspace web test', 'test'],
    ['yarn workspaces foreach -A run build', 'build'],
    ['bun --cwd api run test', 'test'],
    ['npm run eslint', 'lint'],
    ['npm run format:check', 'lint'],
    ['composer test', 'test'],
    ['composer run-script phpstan', 'types'],
    ['deno task test', 'test'],
    ['mix test test/a_test.exs:12', 'test'],
    // Task runners
    ['make -C lib -j 4 test', 'test'],
    ['make check', 'test'],
    ['ninja -C build test', 'test'],
    ['just lint', 'lint'],
    ['task build', 'build'],
    ['mise r test:ci', 'test'],
    ['turbo run lint test --filter=web', 'lint'],
    ['nx test app', 'test'],
    ['nx run app:lint', 'lint'],
    ['npx nx run-many -t test', 'test'],
    ['lerna run test', 'test'],
    ['rake spec', 'test'],
    ['bundle exec rake test', 'test'],
    ['./gradlew :app:check', 'test'],
    ['mvn -q clean install -pl core', 'build'],
    ['bazel test //...', 'test'],
    ['tox -e lint', 'lint'],
    ['tox -e py312', 'test'],
    ['nox -s tests', 'test'],
    ['invoke test', 'test'],
    ['hatch run test:unit', 'test'],
    ['pre-commit run --all-files', 'lint'],
    // Runners of programs
    ['npx -p typescript tsc --noEmit', 'types'],
    ['npx vitest@3 run', 'test'],
    ['pnpm dlx eslint .', 'lint'],
    ['uv run --with pytest-cov pytest -q', 'test'],
    ['uv run -m pytest', 'test'],
    ['uv run --directory api python -m pytest', 'test'],
    ['poetry -C api run mypy .', 'types'],
    ['mise exec -- golangci-lint run', 'lint'],
    ['mise x node@22 -- npm test', 'test'],
    ['node node_modules/jest/bin/jest.js', 'test'],
    ['node --experimental-vm-modules node_modules/.bin/jest', 'test'],
    ['php artisan test', 'test'],
    ['php vendor/bin/phpunit --filter a', 'test'],
    ['cargo +nightly clippy -- -D warnings', 'lint'],
    ['cargo --manifest-path a/Cargo.toml test', 'test'],
    ['go -C api test ./...', 'test'],
    ['bin/rails test test/models', 'test'],
    // Wrappers
    ['cd web && env CI=1 npx jest', 'test'],
    ['time npm test', 'test'],
    ['timeout -k 5 60 go test ./...', 'test'],
    ['nice -n 10 make test', 'test'],
    ['xvfb-run -a npm run test:e2e', 'test'],
    ['docker compose exec -T web pytest -q', 'test'],
    ['docker compose run --rm web npm test', 'test'],
    ['docker run --rm -v "$PWD":/app -w /app node:22 npm run lint', 'lint'],
    ['docker exec -it app bash -lc "cd /app && vendor/bin/phpunit"', 'test'],
    ['kubectl exec pod -- go test ./...', 'test'],
    ["bash -c 'set -e; npm test'", 'test'],
    ['sudo -u app vendor/bin/phpunit', 'test'],
    ['script -q /dev/null npm test', 'test'],
    ['script -qec "npm test" /dev/null', 'test'],
    ['dotenv -e .env.test -- vitest run', 'test'],
    ['npx dotenv -e .env -- jest', 'test'],
    ['quieter npm test', 'test'],
    ['quieter test bun run test', 'test'],
    ['nix develop -c cargo test', 'test'],
    ['for p in a b; do (cd $p && npm test); done', 'test'],
    // Formatters that only check
    ['cargo fmt --all -- --check', 'lint'],
    ['npx prettier --check .', 'lint'],
    ['ruff format --check src', 'lint'],
    ['test -z "$(gofmt -l .)"', 'lint'],
    ['cargo test --no-run', 'build'],
    ['go test -c ./pkg', 'build'],
    ['clang-format --dry-run --Werror src/*.c', 'lint'],
  ])('%s: %s', (line, what) => {
    expect(check(line)).toBe(what)
  })

  it.each([
    'npx jest --help',
    'cargo test --help',
    'npx tsc --version',
    'npx playwright test --list',
    'npx jest --listTests',
    'pytest --collect-only -q',
    'pytest --fixtures',
    'npx vitest list',
    'npx mocha --dry-run',
    'rspec --dry-run',
    'turbo run test --dry',
    'mvn test -DskipTests',
    'dotnet test -t',
    'make -n test',
    'make --dry-run',
    'ctest -N',
    'tox -l',
    'npm run start -- --mode test',
    'npm run dev',
    'yarn add -D jest',
    'pip install pytest',
    'uv add --dev pytest',
    'apt-get install -y make gcc',
    'brew install shellcheck',
    'pkill -f vitest',
    'which pytest',
    'rm -rf jest',
    'cargo fmt',
    'npx prettier --write .',
    'docker compose up -d',
    'docker ps',
    'git commit -m "pytest"',
    'ls node_modules/.bin/jest',
    'cat build/log',
    'just --list',
    'constructor toString',
    'npm constructor',
  ])('%s is none', (line) => {
    expect(check(line)).toBeUndefined()
  })

  it.each(['npx vitest watch', 'npm run test:watch', 'tsc -w', 'npx jest --watchAll'])('%s never ends', (line) => {
    expect(commandsOf(line).map((command) => checkingOf(command)?.isEndless)).toEqual([true])
  })

  it('a switched-off watch mode, and a test that is called so, end', () => {
    for (const line of ['npx jest --watch=false', 'pytest -k watch'])
      expect(commandsOf(line).map((command) => checkingOf(command)?.isEndless)).toEqual([undefined])
  })
})
