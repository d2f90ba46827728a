import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandsOf, replaceCommand } from '../../src/domain/shell.ts'
import { character } from './characters.ts'
import { done, edit, eventOf, failed, ROOT, read, shell, shellLine } from './samples.ts'

const programs = (line: string) => commandsOf(line).map(({ program, args }) => [program, ...args].join(' '))

const hostile = fc.oneof(
  fc.string({ unit: character, maxLength: 300 }),
  fc
    .array(fc.constantFrom('"', "'", '\\', '$(', '`', '<<E', '\n', '#', '|', ' a', '${', '>&'), { maxLength: 400 })
    .map((all) => all.join('')),
)

describe('shell lines', () => {
  it.each<[string, string[]]>([
    ['cd src && ls -la | grep foo; pwd', ['cd src', 'ls -la', 'grep foo', 'pwd']],
    ['FOO=1 BAR="a b" pytest -q 2>&1 | tail -5', ['pytest -q', 'tail -5']],
    ['sudo -u root env X=1 /usr/bin/make all', ['make all']],
    ['timeout 30 nice -n 5 npm test', ['npm test']],
    [`bash -lc 'cd a && go test ./...'`, ['cd a', 'go test ./...']],
    ['find . -name "*.ts" | xargs -n 1 grep -l foo', ['find . -name *.ts', 'grep -l foo']],
    ['if true; then cargo build; fi', ['true', 'cargo build']],
    ['echo $(git rev-parse HEAD)', ['echo $(git rev-parse HEAD)', 'git rev-parse HEAD']],
    ["echo 'a; b && c'", ['echo a; b && c']],
    ['ls # not; this', ['ls']],
    ["# don't stop here\nls", ['ls']],
    ['ls\n\npwd\\\n -P', ['ls', 'pwd -P']],
    ['cat <<EOF > a.txt\nrm -rf / && "\nEOF\nls', ['cat', 'ls']],
    [
      `git commit -m "$(cat <<'EOF'\nIt's "done"\nEOF\n)" && git push`,
      [`git commit -m $(cat <<'EOF'\nIt's "done"\nEOF\n)`, 'cat', 'git push'],
    ],
    ['for f in a b; do cat $f.ts; done; pwd', ['cat $f.ts', 'pwd']],
    ['case $1 in a) ls;; *) pwd;; esac', ['ls', 'pwd']],
    ['X=$(npm test 2>&1) && echo "$X"', ['npm test', 'echo $X']],
    ['(cd a && make) && pwd', ['cd a', 'make', 'pwd']],
    ['diff <(sort a) <(sort b)', ['diff <(sort a) <(sort b)', 'sort a', 'sort b']],
    ["find . -name '*.ts' -exec grep foo {} \\;", ['grep foo']],
    ['command -v node', ['command -v node']],
    ['eval "npm test"', ['npm test']],
    ['f() { ls; }; f', ['ls', 'f']],
    ['cat a.txt > b.txt 2>/dev/null', ['cat a.txt']],
    ['', []],
  ])('%j is split into its simple commands', (line, expected) => {
    expect(programs(line)).toEqual(expected)
  })

  it('any text can be split, however long', () => {
    fc.assert(fc.property(hostile, (line) => Array.isArray(commandsOf(line))))
    for (const unit of ['"', "'", '\\', '$(', '# ', '<<E\n', '| ', 'a ', '${', "$'"]) {
      // Quadratic work would not finish
      expect(Array.isArray(commandsOf(unit.repeat(200_000)))).toBe(true)
    }
  })
})

describe("a command's position", () => {
  const sources = (line: string) =>
    commandsOf(line).map(({ source }) => source?.words.map(({ from, to }) => line.slice(from, to)))

  it.each<[string, (string[] | undefined)[]]>([
    ['cd x && y "a b" | z', [['cd', 'x'], ['y', '"a b"'], ['z']]],
    ['FOO=1 sudo -u root /usr/bin/pip install x > log', [['/usr/bin/pip', 'install', 'x']]],
    ['echo "a $(git log $(date)) b"', [['echo', '"a $(git log $(date)) b"'], ['git', 'log', '$(date)'], ['date']]],
    ['cat <<EOF | tee a\nx $(rm y)\nEOF\nls', [['cat'], ['rm', 'y'], ['tee', 'a'], ['ls']]],
    ['find . -name x -exec rm {} \\;', [['rm']]],
    ['find . -exec mv {} /tmp \\;', [undefined]],
    ['pip > log install x', [undefined]],
    ["bash -c 'pip install x'", [undefined]],
    ['echo `pip list`', [['echo', '`pip list`'], undefined]],
    ['é😀 && ls', [['é😀'], ['ls']]],
    ["ls 'open", [undefined]],
    ['${ a\\', [undefined]],
  ])('%j: its words are where they were written', (line, expected) => {
    expect(sources(line)).toEqual(expected)
  })

  const word = fc.constantFrom('a', '-b', '"c d"', "'e;f'", '$G', '😀', 'h\\ i', '2>&1', '> out')
  const { line } = fc.letrec<{ simple: string; line: string }>((tie) => ({
    simple: fc
      .tuple(
        fc.constantFrom('', 'X=1 ', 'sudo '),
        fc.constantFrom('ls', 'npm', '"my tool"'),
        fc.array(
          fc.oneof(
            { depthSize: 'small' },
            word,
            tie('line').map((inner) => `"x $(${inner}) y"`),
          ),
          { maxLength: 3 },
        ),
      )
      .map(([front, program, words]) => front + [program, ...words].join(' ')),
    line: fc
      .tuple(
        tie('simple'),
        fc.array(fc.tuple(fc.constantFrom(' && ', ' | ', '; ', ' || ', '\n'), tie('simple')), { maxLength: 3 }),
      )
      .map(([first, others]) => first + others.flat().join('')),
  }))

  it('allows splicing: its own text changes nothing, another text replaces only the command', () => {
    fc.assert(
      fc.property(line, fc.nat(), (text, any) => {
        const commands = commandsOf(text)
        const n = any % commands.length
        const command = commands[n]
        if (!command?.source) return
        expect(replaceCommand(text, command, text.slice(command.source.from, command.source.to))).toBe(text)
        const replaced = commandsOf(replaceCommand(text, command, 'other program') ?? '')
        expect(replaced[n]).toMatchObject({ program: 'other', args: ['program'] })
      }),
    )
  })

  it('is inside the line, with its words in order, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(line, hostile), (text) => {
        for (const { source, args } of commandsOf(text)) {
          if (!source) continue
          expect(source.words).toHaveLength(args.length + 1)
          const places = source.words.flatMap(({ from, to }) => [from, to])
          expect(places).toEqual([...places].sort((a, b) => a - b))
          expect([source.from, source.to]).toEqual([places[0], places.at(-1)])
          expect(source.from).toBeGreaterThanOrEqual(0)
          expect(source.to).toBeLessThanOrEqual(text.length)
        }
      }),
    )
  })
})

describe('checks', () => {
  it.each([
    ['pytest -x tests/', 'test'],
    ['python3 -m pytest', 'test'],
    ['python -m unittest discover', 'test'],
    ['python manage.py test app', 'test'],
    ['uv run pytest -q', 'test'],
    ['poetry run mypy src', 'types'],
    ['npm test -- --run', 'test'],
    ['npm t', 'test'],
    ['npm run test:unit', 'test'],
    ['npm run build', 'build'],
    ['yarn lint', 'lint'],
    ['pnpm run typecheck', 'types'],
    ['pnpm vitest run', 'test'],
    ['npx --yes jest src/a.test.js', 'test'],
    ['npx playwright test', 'test'],
    ['node --test test/', 'test'],
    ['bun test', 'test'],
    ['cargo test --all', 'test'],
    ['cargo clippy', 'lint'],
    ['cd api && go test ./... 2>&1 | tail -20', 'test'],
    ['go vet ./...', 'lint'],
    ['./gradlew testDebug test', 'test'],
    ['mvn -q verify', 'test'],
    ['dotnet test', 'test'],
    ['bundle exec rspec spec/a_spec.rb', 'test'],
    ['vendor/bin/phpunit', 'test'],
    ['ctest --output-on-failure', 'test'],
    ['make', 'build'],
    ['make lint', 'lint'],
    ['mise run test:ci', 'test'],
    ['tsc --noEmit -p .', 'types'],
    ['eslint .', 'lint'],
    ['npx biome check src', 'lint'],
    ['ruff check .', 'lint'],
    ['mise run lint && mise run test', 'test'],
    ['cmake --build build', 'build'],
    ['npm run typecheck', 'types'],
    ['npm run type-check', 'types'],
    ['make check-types', 'types'],
    ['pnpm checktypes', 'types'],
    ['./gradlew testClasses', 'test'],
  ])('%s is a check: %s', (line, check) => {
    expect(shellLine(line).check).toBe(check)
  })

  it.each([
    'ls test',
    'cat pytest.ini',
    'echo npm test',
    'git commit -m "make test pass"',
    'npm install',
    'pytest --version',
    'node app.js',
    'constructor',
    'npm run start',
  ])('%s checks nothing', (line) => {
    expect(shellLine(line).check).toBeUndefined()
  })
})

describe('files', () => {
  it.each<[string, string[]]>([
    ['cat src/a.py', [`${ROOT}/src/a.py`]],
    ['head -n 5 README.md', [`${ROOT}/README.md`]],
    ["sed -n '1,20p' ./src/../src/b.go", [`${ROOT}/src/b.go`]],
    ['grep -n "foo.bar" src/a.ts src/b.ts', [`${ROOT}/src/a.ts`, `${ROOT}/src/b.ts`]],
    ['grep -rn foo src', []],
    ['rg -A 3 needle lib/x.rs', [`${ROOT}/lib/x.rs`]],
    ['cd sub && cat a.py', [`${ROOT}/sub/a.py`]],
    ['cat /etc/hosts.conf ~/.zshrc', ['/etc/hosts.conf', '~/.zshrc']],
    ["sed -i 's/a/b/' src/a.py", []],
    ['cat *.py $FILE.md', []],
    ['rm src/a.py', []],
    ['(cd sub && ls) ; cat a.py', [`${ROOT}/a.py`]],
    ['sort < src/a.txt', [`${ROOT}/src/a.txt`]],
  ])('%s reads %j', (line, files) => {
    expect(shellLine(line).filesRead).toEqual(files)
  })

  it.each<[string, string[]]>([
    ['cat > src/a.py <<EOF\nx\nEOF', [`${ROOT}/src/a.py`]],
    ['cd sub && echo hi >> b.md 2>/dev/null', [`${ROOT}/sub/b.md`]],
    ['echo hi | tee -a c.txt', [`${ROOT}/c.txt`]],
    ["sed -i 's/a/b/' src/a.py", [`${ROOT}/src/a.py`]],
    ['cp a.txt b.txt', [`${ROOT}/b.txt`]],
    ['ls 2>&1 >/dev/null', []],
  ])('%j writes %j', (line, files) => {
    expect(shellLine(line).filesWritten).toEqual(files)
  })

  it('a relative cd already included in the cwd is not followed twice', () => {
    expect(shellLine('cd sub && cat a.py', `${ROOT}/sub`).filesRead).toEqual([`${ROOT}/sub/a.py`])
  })

  it('only an actual, successful edit modifies a file', () => {
    expect(done(edit('src/a.py', 'a', 'b')).classification.filesModified).toEqual([`${ROOT}/src/a.py`])
    expect(done({ kind: 'write', path: `${ROOT}/b.ts`, text: '' }).classification.filesModified).toEqual([
      `${ROOT}/b.ts`,
    ])
    expect(failed(edit('src/a.py', 'a', 'b'), 'String not found').classification.filesModified).toEqual([])
    expect(shellLine('echo hi > src/a.py').filesModified).toEqual([])
    const denied = eventOf('PermissionDenied', {
      tool: 'Edit',
      toolUseId: 't',
      act: edit('a.py', 'a', 'b'),
      input: {},
      reason: 'no',
    })
    expect(denied.classification).toMatchObject({ filesModified: [], filesRead: [], outcome: 'denied' })
  })

  it('paths come out POSIX and absolute', () => {
    expect(done(read('D:\\app\\src\\a.ts')).classification.target).toBe('D:/app/src/a.ts')
    expect(done(read('../x/./b.py')).classification.filesRead).toEqual(['/home/dev/x/b.py'])
  })
})

describe('outcomes', () => {
  it('an interrupted call is recognised however the host reports it', () => {
    const act = shell('sleep 9')
    const cut = eventOf('PostToolUse', {
      tool: 'Bash',
      toolUseId: 't',
      act,
      input: {},
      result: { text: '', interrupted: true },
    })
    const stopped = eventOf('PostToolUseFailure', {
      tool: 'Bash',
      toolUseId: 't',
      act,
      input: {},
      error: '',
      interrupted: true,
    })
    expect([cut, stopped].map(({ classification }) => classification.outcome)).toEqual(['interrupted', 'interrupted'])
  })

  it('a failure keeps its exit code and the first line of its command', () => {
    const { classification } = failed(shell('# run it\n  pytest -q \\\n  tests'), 'Exit code 2', 2)
    expect(classification).toMatchObject({ outcome: 'failed', exitCode: 2, target: 'pytest -q', check: 'test' })
  })
})
