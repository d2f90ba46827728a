import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { commandsOf } from '../../src/domain/shell.ts'
import { filesWrittenBy } from '../../src/domain/shell-reads.ts'
import { runs } from '../runs.ts'

const written = (line: string, cwd = '/r') => filesWrittenBy(commandsOf(line), cwd)

it.each<[string, string]>([
  ['echo x > a.ts', 'a.ts'],
  ['echo x >> a.ts 2>&1', 'a.ts'],
  ['echo x >| a.ts', 'a.ts'],
  ['make &> build.log', 'build.log'],
  ['echo x > "my notes.md"', 'my notes.md'],
  ['cat <<EOF > src/a.py\nx > b.py\nEOF', 'src/a.py'],
  ['echo x | tee a.txt b.txt >/dev/null', 'a.txt b.txt'],
  ['sed -i s/a/b/ a.ts bin/tool', 'a.ts bin/tool'],
  ["sed -i '' 's/a/b/' a.ts", 'a.ts'],
  ["sed -i .bak 's/a/b/' a.ts", 'a.ts'],
  ["sed -i.bak -E 's/a/b/' a.ts", 'a.ts'],
  ["sed -Ei 's/a/b/' a.ts", 'a.ts'],
  ["sed -i -e 's/a/b/' -e 's/c/d/' a.ts", 'a.ts'],
  ["sed --in-place=.bak --expression='s/a/b/' a.ts", 'a.ts'],
  ['sed -i -f fix.sed a.ts', 'a.ts'],
  ["sed -n 's/a/b/p' a.ts", ''],
  ["perl -pi -e 's/a/b/' a.ts", 'a.ts'],
  ["perl -i.bak -pe 's/a/b/' a.ts", 'a.ts'],
  ["perl -0pi -e 's/a/b/' a.ts b.ts", 'a.ts b.ts'],
  ["perl -ne 'print if /a/' a.ts", ''],
  ["ruby -pi -e 'gsub(/a/, %q(b))' a.rb", 'a.rb'],
  ["gawk -i inplace '{ print }' a.csv", 'a.csv'],
  ['mv a.ts b.ts', 'b.ts a.ts'],
  ['mv a.ts lib/', 'lib/a.ts a.ts'],
  ['mv a.ts b.ts lib', 'lib/a.ts lib/b.ts a.ts b.ts'],
  ['mv -t lib a.ts b.ts', 'lib/a.ts lib/b.ts a.ts b.ts'],
  ['cp a.ts b.ts', 'b.ts'],
  ['cp a.ts ..', '../a.ts'],
  ['cp --target-directory=lib a.ts', 'lib/a.ts'],
  ['install -m 644 a.conf etc/a.conf', 'etc/a.conf'],
  ['install -d lib', ''],
  ['ln -sf ../a.ts b.ts', 'b.ts'],
  ['ln -s ../a.ts', 'a.ts'],
  ['rm -f a.ts bin/tool', 'a.ts bin/tool'],
  ['rm -rf lib a.ts', 'a.ts'],
  ['unlink a.ts', 'a.ts'],
  ['truncate -s 0 a.log', 'a.log'],
  ['touch -d yesterday a.ts', 'a.ts'],
  ['dd if=/dev/zero of=a.img bs=1', 'a.img'],
  ['patch a.ts < fix.diff', 'a.ts'],
  ['patch -d lib a.ts fix.diff', 'lib/a.ts'],
  ['patch --dry-run a.ts < fix.diff', ''],
  ['curl -sSLo a.json https://example.com/a.json', 'a.json'],
  ['wget -qO a.json https://example.com/a.json', 'a.json'],
  ['git checkout -- a.ts lib/b.ts', 'a.ts lib/b.ts'],
  ['git checkout main -- a.ts', 'a.ts'],
  ['git checkout HEAD~1 a.ts', 'a.ts'],
  ['git checkout a.ts', 'a.ts'],
  ['git restore --source=HEAD~1 a.ts', 'a.ts'],
  ['git restore --staged a.ts', ''],
  ['git restore --staged --worktree a.ts', 'a.ts'],
  ['git stash push -m wip -- a.ts', 'a.ts'],
  ['git rm a.ts', 'a.ts'],
  ['git rm --cached a.ts', ''],
  ['git mv a.ts b.ts', 'a.ts b.ts'],
  ['git -C lib checkout -- a.ts', 'lib/a.ts'],
  ['git add a.ts && git commit -m b.ts', ''],
  ['npx prettier --write a.ts', 'a.ts'],
  ['npx prettier@3 --config x.json -w a.ts', 'a.ts'],
  ['prettier --check a.ts', ''],
  ['pnpm exec eslint --fix --max-warnings 0 a.ts', 'a.ts'],
  ['eslint a.ts', ''],
  ['black -l 100 a.py', 'a.py'],
  ['python3 -m black a.py', 'a.py'],
  ['uv run ruff format a.py', 'a.py'],
  ['ruff check --fix a.py', 'a.py'],
  ['ruff check a.py', ''],
  ['isort --check-only a.py', ''],
  ['gofmt -w a.go', 'a.go'],
  ['gofmt -l -w a.go', 'a.go'],
  ['gofmt -l a.go', ''],
  ['rustfmt --edition 2021 a.rs', 'a.rs'],
  ['clang-format -i a.c', 'a.c'],
  ['bundle exec rubocop -A a.rb', 'a.rb'],
  ['wrapper git checkout -- a.ts', 'a.ts'],
  ['echo git checkout -- a.ts', ''],
  ['pip install black isort', ''],
  ['helm install a.tgz', ''],
  ['python -c "open(\'a.ts\')"', ''],
  ['sudo env A=b sed -i s/a/b/ a.ts', 'a.ts'],
  ["find . -name a.ts -exec sed -i s/a/b/ {} ';'", ''],
  ['cp "$from" "$to"', ''],
  ['rm *.ts', ''],
])('%s: %s', (line, files) => {
  expect(written(line).map((file) => file.replace(/^\/r\//, ''))).toEqual(
    files === 'my notes.md'
      ? [files]
      : files
          .split(' ')
          .filter(Boolean)
          .map((file) => file.replace(/^\.\.\//, '/')),
  )
})

it('follows the cds before a command', () => {
  expect(written('cd lib && sed -i s/a/b/ a.ts; (cd x; rm b.ts); touch c.ts')).toEqual([
    '/r/lib/a.ts',
    '/r/lib/x/b.ts',
    '/r/lib/c.ts',
  ])
})

it('is total, and names no glob, no variable and no folder', () => {
  const program = fc.constantFrom(
    'sed -i',
    'rm',
    'rm -r',
    'mv',
    'cp',
    'git checkout',
    'git restore',
    'tee',
    'prettier -w',
  )
  const word = fc.oneof(
    fc.constantFrom('a.ts', '*.ts', '$f', '"$d/a.ts"', 'src/', '.', '--', '-e', "''", '{}', 'x', '>', '|', '`ls`'),
    fc.string({ maxLength: 6 }),
  )
  const line = fc.tuple(program, fc.array(word, { maxLength: 6 })).map(([name, words]) => [name, ...words].join(' '))
  fc.assert(
    fc.property(line, (text) => {
      for (const file of written(text)) {
        expect(file).not.toMatch(/[*?$`]/)
        expect(file).not.toMatch(/\/$/)
      }
    }),
    { numRuns: runs(500) },
  )
})
