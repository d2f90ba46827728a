import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCall } from '../../../src/domain/learning/call-check.ts'
import { demandsOf, FORBIDDEN, NAMED } from '../../../src/domain/learning/named-calls.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import { commandsOf } from '../../../src/domain/shell.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { runs } from '../../runs.ts'
import { ROOT, shell, shellLine } from '../samples.ts'
import { aLesson } from './taught.ts'

/** "use A, not B" as a lesson. */
const pair = (subject: string, object: string, over: Partial<Lesson> = {}): Lesson =>
  aLesson({ id: `l_${subject}`, text: `Use ${subject}, not ${object}`, subject, object, state: 'active', ...over })
const never = (subject: string, over: Partial<Lesson> = {}): Lesson =>
  aLesson({ id: `l_${subject}`, text: `Never ${subject}`, polarity: 'avoid', subject, state: 'active', ...over })

const UV = pair('uv', 'pip')
const PNPM = pair('pnpm', 'npm')

const checked = (command: string, ...lessons: Lesson[]) =>
  checkCall({ act: shell(command), classification: shellLine(command), project: 'p1', cwd: ROOT }, lessons)
const tool = (act: Act, ...lessons: Lesson[]) =>
  checkCall({ act, classification: { commands: [] }, project: 'p1' }, lessons)

describe('a command that a rule forbids is rewritten where the table is certain', () => {
  test.each([
    [UV, 'pip install x', 'uv pip install x'],
    [UV, 'pip3 install "requests>=2" flask', 'uv pip install "requests>=2" flask'],
    [UV, 'python3 -m pip install -r requirements.txt', 'uv pip install -r requirements.txt'],
    [UV, 'cd api && env A=1 pip install y', 'cd api && env A=1 uv pip install y'],
    [UV, 'pip install a && pip install b; echo done', 'uv pip install a && uv pip install b; echo done'],
    [
      UV,
      'echo "pip install x" && pip install --requirement r.txt | tee log',
      'echo "pip install x" && uv pip install -r r.txt | tee log',
    ],
    [pair('uv pip', 'pip'), 'pip install -U x', 'uv pip install -U x'],
    [PNPM, 'npm install', 'pnpm install'],
    [PNPM, 'npm ci', 'pnpm install --frozen-lockfile'],
    [PNPM, 'npm i -D @types/node@20', 'pnpm add --save-dev @types/node@20'],
    [PNPM, 'npm run build && npm test', 'pnpm run build && pnpm test'],
    [pair('bun', 'npm'), 'npm test', 'bun run test'],
    [pair('yarn', 'npm'), 'npm uninstall left-pad', 'yarn remove left-pad'],
    [pair('npm', 'yarn'), 'yarn add left-pad', 'npm install left-pad'],
    [pair('docker compose', 'docker-compose'), 'docker-compose -f a.yml up -d', 'docker compose -f a.yml up -d'],
    [pair('python3', 'python'), 'python -m http.server', 'python3 -m http.server'],
  ])('%#: %o: %s', (lesson, before, after) => {
    expect(checked(before, lesson as Lesson).instead).toBe(after)
  })
})

describe('a command that the person named in full is rewritten', () => {
  test.each([
    [pair('uv pip install', 'pip install'), 'pip install x', 'uv pip install x'],
    [pair('uv run pytest', 'pytest'), 'pytest -k "slow and not db" tests', 'uv run pytest -k "slow and not db" tests'],
    [pair('make lint', 'npm run lint'), 'npm run lint', 'make lint'],
    [pair('uv add', 'pip install'), 'pip install requests', 'uv add requests'],
    [
      pair('git push --force-with-lease', 'git push --force'),
      'git push origin main --force',
      'git push origin main --force-with-lease',
    ],
  ])('%#: %o: %s', (lesson, before, after) => {
    expect(checked(before, lesson as Lesson).instead).toBe(after)
  })

  test('in their own upper and lower case', () => {
    const lesson = pair('./gradlew assembledebug', 'gradle assembledebug', {
      text: 'Use ./gradlew assembleDebug, not gradle assembleDebug',
    })
    expect(checked('gradle assembleDebug', lesson).instead).toBe('./gradlew assembleDebug')
  })
})

describe('a command that a rule forbids is only reported where a rewrite is not certain', () => {
  test.each([
    ['an option has no equivalent', UV, 'pip install --user x'],
    ['an option has no equivalent', PNPM, 'npm install -g x'],
    ['a subcommand has no equivalent', PNPM, 'npm login'],
    ['a word is known only when it runs', UV, 'pip install $EXTRA'],
    ['the program is given by its path', UV, '.venv/bin/pip install x'],
    ['the command is quoted', UV, 'bash -c "pip install x"'],
    ['it runs as another user', UV, 'sudo pip install x'],
    ['its own settings are before it', UV, 'PIP_INDEX_URL=https://example.test pip install x'],
    ['one of two commands cannot be', UV, 'pip install x && pip download y'],
    ['the two programs take different words', pair('rg', 'grep'), 'grep -rl x .'],
    ['only the programs are known', pair('just', 'npm'), 'npm run lint'],
    ['the operand may be another thing', pair('make lint', 'npm run lint'), 'npm run lint src'],
    ['the rule has a condition', pair('uv', 'pip', { text: 'Use uv, not pip, in the backend' }), 'pip install x'],
  ])('%s: %#', (_, lesson, command) => {
    const { broken, instead } = checked(command, lesson as Lesson)
    expect(broken).toHaveLength(1)
    expect(instead).toBeUndefined()
  })
})

test('a command is rewritten only if the result breaks no other rule', () => {
  expect(checked('cd api && pip install x', UV, never('use jest')).instead).toBe('cd api && uv pip install x')
  for (const other of [never('run uv pip install'), pair('poetry', 'uv pip', { text: 'Use poetry, not uv pip, here' })])
    for (const rules of [
      [UV, other, PNPM],
      [PNPM, other, UV],
    ]) {
      const { broken, instead } = checked('cd api && pip install x', ...rules)
      expect(broken.map(({ lesson }) => lesson.id)).toEqual([UV.id])
      expect(instead).toBeUndefined()
    }
})

test('two rules that rewrite the same words differently leave the command as it is', () => {
  const both = [pair('uv', 'pip'), pair('pipx', 'pip', { id: 'l_pipx', subject: 'pipx install' })]
  expect(checked('pip install x', ...both).broken).toHaveLength(2)
  expect(checked('pip install x', ...both).instead).toBeUndefined()
})

test('of each broken rule its first command is told, in six words', () => {
  const { broken } = checked('npm login a b c d e && npm install && pip install x', PNPM, UV)
  expect(broken.map(({ lesson, what }) => [lesson.id, what])).toEqual([
    [PNPM.id, 'npm login a b c d'],
    [UV.id, 'pip install x'],
  ])
})

test('a rule is followed by one command of several, and not if another one breaks it', () => {
  const followed = (line: string) => checked(line, UV, PNPM).followed.map(({ id }) => id)
  expect(followed('ls && uv pip install x')).toEqual([UV.id])
  expect(followed('uv pip install x && pnpm install && npm test')).toEqual([UV.id])
  expect(followed('uv pip install x && pip install y')).toEqual([])
  expect(followed('uv --version')).toEqual([])
})

describe('a command breaks no rule', () => {
  test.each([
    ['that it follows', UV, 'uv pip install x'],
    [
      'by what it prints, searches or commits',
      UV,
      'echo pip install x; grep -r "pip install" . ; git commit -m "pip install x"',
    ],
    ['by what it writes to a file', UV, 'cat > setup.sh <<EOF\npip install x\nEOF'],
    ['by asking a program for its version', UV, 'pip --version'],
    ['by another program of a similar name', UV, 'pipx install x'],
    ['that is not active', pair('uv', 'pip', { state: 'candidate' }), 'pip install x'],
    ['that names no program', pair('const', 'var'), 'var x'],
    ['that names an everyday word alone', never('make excuses'), 'make excuses'],
  ])('%s', (_, lesson, command) => {
    expect(checked(command, lesson).broken).toEqual([])
  })

  test.each('--version -version --help -help -V -v -h version help'.split(' '))(
    'by asking a program about itself: %s',
    (word) => {
      expect(checked(`pip ${word}`, UV).broken).toEqual([])
    },
  )

  test('that holds everywhere where its project has another rule', () => {
    const here = pair('npm', 'pnpm', { id: 'l_here' })
    const everywhere = pair('pnpm', 'npm', { scope: 'everywhere' })
    expect(checked('npm install', everywhere, here)).toMatchObject({ broken: [], followed: [{ id: 'l_here' }] })
  })
})

test('a rule for a folder holds in it alone, and is the exception there', () => {
  const project = pair('pnpm', 'npm', { id: 'l_project' })
  const legacy = pair('npm', 'pnpm', { id: 'l_legacy', scope: 'folder', folder: 'legacy' })
  const at = (folder: string, command: string) => {
    const place = { project: 'p1', cwd: `${ROOT}${folder}`, worktree: ROOT }
    return checkCall({ act: shell(command), classification: shellLine(command), ...place }, [project, legacy])
  }
  expect(at('', 'npm install').broken).toMatchObject([{ lesson: { id: 'l_project' } }])
  expect(at('/legacy/api', 'npm install')).toMatchObject({ broken: [], followed: [{ id: 'l_legacy' }] })
  expect(at('/legacy', 'pnpm install').instead).toBe('npm install')
  // The call may go to the folder with the exception
  const outside = at('', 'cd legacy && npm install')
  expect([outside.instead, outside.broken.map(({ isMild }) => isMild)]).toEqual([undefined, [true]])
})

test('a call that only reads is a mild violation', () => {
  const rg = pair('rg', 'grep')
  expect(checked('grep -r x . | head', rg).broken).toMatchObject([{ isMild: true }])
  expect(checked('npm login', PNPM).broken).toMatchObject([{ isMild: false }])
})

test('rules about tools that are no commands apply to their calls', () => {
  const search: Act = { kind: 'web', target: 'weather' }
  expect(tool(search, never('use web search')).broken).toMatchObject([{ what: 'a web request' }])
  expect(tool({ kind: 'web', target: 'https://a.test' }, never('use web search')).broken).toEqual([])
  expect(tool({ kind: 'agent', type: 'x', description: '', prompt: '' }, never('use subagents')).broken).toHaveLength(1)
  const mcp = { kind: 'mcp', server: 'context7', method: 'docs', text: '' } as const
  expect(tool(mcp, pair('context7 mcp', 'web search'))).toMatchObject({ broken: [], followed: [{}] })
})

test('a rule about web pages is broken by an address, one about searches by words, and one about the web by both', () => {
  const [words, page, old]: Act[] = [
    { kind: 'web', target: 'see https://a.test' },
    { kind: 'web', target: 'HTTPS://a.test' },
    { kind: 'web', target: 'http://a.test' },
  ]
  const breaks = (rule: string) => [words, page, old].map((act) => tool(act as Act, never(rule)).broken.length)
  expect(breaks('use web search')).toEqual([1, 0, 0])
  expect(breaks('use web fetch')).toEqual([0, 1, 1])
  expect(breaks('search the web')).toEqual([1, 1, 1])
})

test('a rule about a tool is broken by that tool alone, and told by its name', () => {
  const agent: Act = { kind: 'agent', type: 'x', description: '', prompt: '' }
  const mcp: Act = { kind: 'mcp', server: 'Context7', method: 'docs', text: '' }
  expect(tool(agent, never('use subagents')).broken).toMatchObject([
    { what: 'a subagent', isMild: false, confidence: 0.7 },
  ])
  expect(tool(mcp, never('use context7 mcp')).broken).toMatchObject([{ what: 'Context7.docs' }])
  for (const act of [agent, { ...mcp, server: 'other' }, shell('context7 docs')])
    expect(tool(act, never('use context7 mcp')).broken).toEqual([])
  for (const act of [mcp, { kind: 'web', target: 'x' } as const, { kind: 'read', path: '/a' } as const])
    expect(tool(act, never('use subagents')).broken).toEqual([])
  for (const act of [mcp, agent, { kind: 'read', path: '/a' } as const])
    expect(tool(act, never('search the web')).broken).toEqual([])
})

describe('calls are in demand', () => {
  const demanded = (
    lessons: readonly Lesson[],
    project?: string,
    isLearning: (project?: string) => boolean = () => true,
  ) => Object.entries(demandsOf(lessons, isLearning)).map(([name, acts]) => [name, acts(project)])

  test('only while an active lesson names them', () => {
    const nothing = [
      [NAMED, []],
      [FORBIDDEN, []],
    ]
    expect(demanded([])).toEqual(nothing)
    expect(demanded([pair('const', 'var'), { ...UV, state: 'candidate' }])).toEqual(nothing)
    const prefers = aLesson({ text: 'We use pnpm', subject: 'we use pnpm', state: 'active' })
    expect(demanded([prefers])).toEqual([
      [NAMED, ['shell']],
      [FORBIDDEN, []],
    ])
    expect(demanded([UV, never('use subagents')])).toEqual([
      [NAMED, ['agent', 'shell']],
      [FORBIDDEN, ['agent', 'shell']],
    ])
  })

  test('in the projects where the lesson holds, unless nothing is learned there', () => {
    const own = { ...UV, project: 'p1' }
    const isIn = (lessons: readonly Lesson[], project?: string, isLearning?: (project?: string) => boolean) =>
      demanded(lessons, project, isLearning).map(([, acts]) => acts?.length === 1)
    expect(isIn([own], 'p1')).toEqual([true, true])
    expect(isIn([own], 'p2')).toEqual([false, false])
    expect(isIn([{ ...own, scope: 'everywhere' }], 'p2')).toEqual([true, true])
    const exceptIn = (off: string) => (project?: string) => project !== off
    expect(isIn([own], 'p1', exceptIn('p1'))).toEqual([false, false])
    expect(isIn([own], undefined, exceptIn('p1'))).toEqual([false, false])
    expect(isIn([own], undefined, exceptIn('p2'))).toEqual([true, true])
    expect(isIn([{ ...own, scope: 'everywhere' }], undefined, exceptIn('p1'))).toEqual([true, true])
  })
})

describe('for any shell line', () => {
  const word = fc.constantFrom('x', '"a b"', "'pip install z'", '-r', '-q', '$V', 'r.txt', '--user', '`pip install q`')
  const command = fc
    .tuple(
      fc.constantFrom('pip install', 'pip3 uninstall', 'npm i', 'npm run', 'uv pip install', 'echo pip install'),
      fc.array(word, { maxLength: 4 }),
    )
    .map(([head, words]) => [head, ...words].join(' '))
  const line = fc
    .tuple(fc.array(fc.tuple(command, fc.constantFrom(' && ', '; ', ' | ', ' || ', '\n')), { maxLength: 3 }), command)
    .map(([parts, last]) => parts.map((part) => part.join('')).join('') + last)

  test('a rewrite breaks no rule, keeps every other command and is not rewritten again', () => {
    fc.assert(
      fc.property(line, (before) => {
        const { broken, instead } = checked(before, UV, PNPM)
        if (instead === undefined) return
        expect(broken.length).toBeGreaterThan(0)
        expect(checked(instead, UV, PNPM).broken).toEqual([])
        const programs = (text: string) => commandsOf(text).map(({ program }) => program)
        const renamed = programs(before).map((program) => ({ pip: 'uv', pip3: 'uv', npm: 'pnpm' })[program] ?? program)
        expect(programs(instead)).toEqual(renamed)
      }),
      { numRuns: runs(200) },
    )
  })

  test('what is quoted or printed stays as it is', () => {
    fc.assert(
      fc.property(line, (before) => {
        const { instead } = checked(before, UV, PNPM)
        const quoted = (text: string) => text.match(/'[^']*'|"[^"]*"|`[^`]*`|echo pip install/g) ?? []
        if (instead !== undefined) expect(quoted(instead)).toEqual(quoted(before))
      }),
      { numRuns: runs(200) },
    )
  })
})
