import * as fc from 'fast-check'
import picomatch from 'picomatch'
import { describe, expect, it } from 'vitest'
import { reaches, reachOf } from '../../../src/domain/coordination/reach.ts'
import { commandsOf } from '../../../src/domain/shell.ts'
import { runs } from '../../runs.ts'

const reach = (line: string, cwd = '/r') => reachOf(commandsOf(line), cwd)
const said = (line: string) =>
  reach(line).map(({ why, within, glob, isWorktree }) => `${why}: ${glob ?? within}${isWorktree ? ' and all' : ''}`)

describe('a line that changes what nobody named', () => {
  it.each<[string, string]>([
    ['git checkout main', 'git checkout: /r and all'],
    ['git checkout -', 'git checkout: /r and all'],
    ['git checkout -b fix origin/main', 'git checkout: /r and all'],
    ['git checkout .', 'git checkout: /r'],
    ['git checkout -- src', 'git checkout: /r/src'],
    ['git checkout HEAD~2 -- src/*.ts', 'git checkout: /r/src/*.ts'],
    ['git switch main', 'git switch: /r and all'],
    ['git restore .', 'git restore: /r'],
    ['git restore :/', 'git restore: /r and all'],
    ['git stash', 'git stash: /r and all'],
    ['git stash -u', 'git stash: /r and all'],
    ['git stash save wip', 'git stash: /r and all'],
    ['git stash push -m wip', 'git stash: /r and all'],
    ['git stash push src', 'git stash: /r/src'],
    ['git stash pop', 'git stash: /r and all'],
    ['git stash apply stash@{1}', 'git stash: /r and all'],
    ['git reset --hard HEAD~1', 'git reset: /r and all'],
    ['git clean -fd', 'git clean: /r'],
    ['git clean -fdx build', 'git clean: /r/build'],
    ['git pull --rebase', 'git pull: /r and all'],
    ['git merge origin/main', 'git merge: /r and all'],
    ['git rebase -i HEAD~3', 'git rebase: /r and all'],
    ['git rebase --abort', 'git rebase: /r and all'],
    ['git revert HEAD', 'git revert: /r and all'],
    ['git cherry-pick abc123', 'git cherry-pick: /r and all'],
    ['git am < a.patch', 'git am: /r and all'],
    ['git apply a.patch', 'git apply: /r and all'],
    ['git -C web stash', 'git stash: /r/web and all'],
    ['git rm -r src', 'git rm: /r/src'],
    ['gh pr checkout 12', 'gh pr checkout: /r and all'],
    ['patch -p1 < a.patch', 'patch: /r'],
    ['prettier --write .', 'prettier --write: /r'],
    ['npx prettier -w "src/**/*.{ts,tsx}"', 'prettier -w: /r/src/**/*.{ts,tsx}'],
    ['npm run format', 'npm run format: /r'],
    ['npm --prefix web run format', 'npm run format: /r/web'],
    ['pnpm -C web format', 'pnpm format: /r/web'],
    ['yarn lint:fix', 'yarn lint:fix: /r'],
    ['npm run lint -- --fix', 'npm run lint --fix: /r'],
    ['make -C web fmt', 'make fmt: /r/web'],
    ['./gradlew spotlessApply', 'gradlew spotlessApply: /r'],
    ['eslint --fix . --ext .ts', 'eslint --fix: /r'],
    ['eslint src --fix', 'eslint --fix: /r/src'],
    ['black .', 'black: /r'],
    ['poetry run black src tests', 'black: /r/src; black: /r/tests'],
    ['ruff format', 'ruff format: /r'],
    ['ruff check --fix src', 'ruff check --fix: /r/src'],
    ['isort .', 'isort: /r'],
    ['gofmt -w .', 'gofmt -w: /r'],
    ['go fmt ./...', 'go fmt: /r'],
    ['go fmt ./cmd/...', 'go fmt: /r/cmd'],
    ['cargo fmt --all', 'cargo fmt: /r'],
    ['cargo clippy --fix --allow-dirty', 'cargo clippy --fix: /r'],
    ['biome check --write', 'biome check --write: /r'],
    ['bunx biome format --write src', 'biome format --write: /r/src'],
    ['dprint fmt', 'dprint fmt: /r'],
    ['rubocop -a', 'rubocop -a: /r'],
    ['clang-format -i src/*.c', 'clang-format -i: /r/src/*.c'],
    ['terraform fmt -recursive', 'terraform fmt: /r'],
    ['pre-commit run --all-files', 'pre-commit run: /r'],
    ['npx jscodeshift -t fix.js src', 'jscodeshift: /r/src'],
    ['sd old new src/*.rs', 'sd: /r/src/*.rs'],
    ['sed -i s/a/b/ src/*.ts', 'sed -i: /r/src/*.ts'],
    ['for f in a b; do sed -i s/a/b/ "src/$f.ts"; done', 'sed -i: /r/src/**.ts'],
    ['for f in *.ts; do sed -i s/a/b/ $f; done', 'sed -i: /r/**'],
    ["find . -name '*.ts' -exec sed -i s/a/b/ {} +", 'sed -i: /r/**/*.ts'],
    ['find src lib -type f -exec sed -i s/a/b/ {} \\;', 'sed -i: /r/src; sed -i: /r/lib'],
    ['grep -rl a src | xargs sed -i s/a/b/', 'sed -i: /r'],
    ['git ls-files | xargs prettier --write', 'prettier --write: /r'],
    ['git diff --name-only | xargs -I{} mv {} old/', 'mv: /r/old; mv: /r'],
    ["find . -name '*.orig' -delete", 'find -delete: /r/**/*.orig'],
    ['perl -pi -e s/a/b/ lib/*.pm', 'perl -i: /r/lib/*.pm'],
    ['rm -rf build', 'rm -r: /r/build'],
    ['rm src/*.js', 'rm: /r/src/*.js'],
    ['mv old new', 'mv: /r/new; mv: /r/old'],
    ['cp -r a/ b/', 'cp: /r/b/a'],
    ['rsync -a a/ b/', 'rsync: /r/b'],
    ['tar xzf a.tgz -C lib', 'tar: /r/lib'],
    ['cd web && npm run format', 'npm run format: /r/web'],
    ['git stash && npm test && git stash pop', 'git stash: /r and all'],
  ])('%s: %s', (line, places) => {
    expect(said(line).join('; ')).toBe(places)
  })

  it.each([
    'git status',
    'git stash list',
    'git stash show -p',
    'git stash drop',
    'git checkout -b fix',
    'git switch -c fix',
    'git checkout HEAD',
    'git branch -D fix',
    'git reset HEAD~1',
    'git reset --soft HEAD~1',
    'git clean -n',
    'git clean -ndx',
    'git fetch --all',
    'git commit -am "git stash"',
    'git push --force',
    'git worktree add ../b fix',
    'git restore --staged .',
    'git apply --check a.patch',
    'git rm --cached -r .',
    'git bisect log',
    'git merge --help',
    'prettier --check .',
    'npm run format:check',
    'npm run check-format',
    'npm test',
    'npm run lint',
    'npm run test:ci',
    'npm install prettier',
    'make -n fmt',
    'eslint . --fix-dry-run',
    'black --check .',
    'ruff format --check',
    'ruff check',
    'cargo fmt --check',
    'cargo fmt -- --check',
    'cargo build',
    'go vet ./...',
    'gofmt -l .',
    'terraform fmt -check',
    'biome check .',
    'dart format --output=none .',
    'rubocop',
    'sed -n 1,5p src/*.ts',
    'grep -rl a . | xargs grep b',
    "find . -name '*.ts'",
    'rm -rf "$tmp"',
    'cp "$a" "$b"',
    'rsync -a . host:/srv',
    'rsync -n a/ b/',
    'tar czf a.tgz src',
    'unzip -l a.zip',
    'echo "git reset --hard"',
    'man git',
    'docker run node npm run format',
    'ls *.ts',
    'sed -i s/a/b/',
    '',
  ])('%s is none', (line) => {
    expect(said(line)).toEqual([])
  })

  it('is not known without a folder', () => {
    expect(reachOf(commandsOf('git stash'), undefined)).toEqual([])
    expect(reachOf(commandsOf('rm -r /r/src'), undefined)).toHaveLength(1)
  })
})

describe('the files it reaches', () => {
  const isReached = (line: string, path: string, worktree?: string) =>
    reach(line).some((one) => reaches(one, path, worktree))

  it.each<[string, string, boolean]>([
    ['prettier --write src', '/r/src/a/b.ts', true],
    ['prettier --write src', '/r/srcs/a.ts', false],
    ['rm -r src', '/r/src', true],
    ['sed -i s/a/b/ src/*.ts', '/r/src/a.ts', true],
    ['sed -i s/a/b/ src/*.ts', '/r/src/a/b.ts', false],
    ['sed -i s/a/b/ src/*.ts', '/r/src/a.js', false],
    ['sed -i s/a/b/ "app/[id]/page.tsx" "app/*/x.tsx"', '/r/app/[id]/page.tsx', true],
    ['sed -i s/a/b/ [ab].ts', '/r/a.ts', true],
    ['sed -i s/a/b/ [!ab].ts', '/r/a.ts', false],
    ['sed -i s/a/b/ [z-a].ts', '/r/q.ts', true],
    ['prettier -w "src/**/*.{ts,tsx}"', '/r/src/a.tsx', true],
    ['prettier -w "src/**/*.{ts,tsx}"', '/r/src/a/b/c.ts', true],
    ['prettier -w "src/**/*.{ts,tsx}"', '/r/src/a.css', false],
    ['cd / && sed -i s/a/b/ *.conf', '/a.conf', true],
  ])('%s: %s %s', (line, path, isIt) => {
    expect(isReached(line, path)).toBe(isIt)
  })

  it('of a checkout are those of the whole worktree, wherever in it the line is run', () => {
    expect(isReached('cd src && git stash', '/r/lib/a.ts', '/r')).toBe(true)
    expect(isReached('cd src && git checkout .', '/r/lib/a.ts', '/r')).toBe(false)
    expect(isReached('git stash', '/other/a.ts', '/r')).toBe(false)
  })

  it('of a glob are at least those that the shell finds, quickly whatever the glob', () => {
    const part = fc.constantFrom('a', 'b.ts', '*', '**', '?', '{a,b}', '[ab]', '*.ts', 'a*b*c')
    const glob = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'))
    const path = fc
      .array(fc.constantFrom('a', 'b', 'b.ts', 'abc', 'c.ts'), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join('/'))
    fc.assert(
      fc.property(glob, path, (pattern, file) => {
        const isShells = picomatch(pattern, { dot: true })(file)
        if (isShells && /[*?[{]/.test(pattern) && !pattern.endsWith('**'))
          expect(isReached(`sed -i s/a/b/ '${pattern}' '*/?'`, `/r/${file}`)).toBe(true)
      }),
      { numRuns: runs(500) },
    )
    expect(isReached(`sed -i s/a/b/ '${'*a'.repeat(500)}'`, `/r/${'a'.repeat(5000)}b`)).toBe(true)
  })
})
