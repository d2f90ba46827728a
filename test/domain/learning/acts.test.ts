import { describe, expect, test } from 'vitest'
import { signalsOfModifiedEdit } from '../../../src/domain/learning/modified-edit.ts'
import { violationsIn } from '../../../src/domain/learning/violations.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { Act } from '../../../src/domain/tool.ts'
import { done, edit, eventOf, ROOT, shell, story } from '../samples.ts'

describe('what a person changes in an edit before they accept it', () => {
  const modified = (act: Act, patch: string | undefined, over = {}) =>
    signalsOfModifiedEdit(
      eventOf(
        'PostToolUse',
        { tool: 'Edit', toolUseId: 't1', act, input: {}, result: { text: '', patch, userModified: true } } as never,
        over,
      ),
    )
  const TWO = edit(`${ROOT}/src/a.ts`, 'x', 'let total = 1\nreturn total')

  test('is what they want in place of what was proposed', () => {
    const [signal] = modified(TWO, '@@ -1 +1,2 @@\n-x\n+const total = 1\n+return total')
    expect(signal).toMatchObject({
      ...{ type: 'drift', polarity: 'do', subject: 'const', object: 'let', by: 'person', confidence: 0.9 },
      quote: '- let total = 1\n+ const total = 1',
    })
  })

  test.each([
    ['pip install x', 'uv pip install x', 'uv pip', 'pip'],
    ['print(a)\nprint(b)', 'log.info(a)\nlog.info(b)', 'log.info', 'print'],
    ['RUN npm ci\nRUN npm test', 'RUN pnpm ci\nRUN pnpm test', 'pnpm', 'npm'],
  ])('is named with what it was put in front of, and line by line: %j, %j', (old, now, subject, object) => {
    const patch = `@@ -1 +1 @@\n-x\n${now.replace(/^/gm, '+')}`
    expect(modified(edit(`${ROOT}/src/a.ts`, 'x', old), patch)).toMatchObject([{ subject, object }])
  })

  test.each([
    ['pass', 'return None'],
    ['return total', 'return await total'],
    ['log(a)\nlog(b)', 'print(a)\nwarn(b)'],
  ])('is no preference where only the program does something else: %j, %j', (old, now) => {
    const patch = `@@ -1 +1 @@\n-x\n${now.replace(/^/gm, '+')}`
    expect(modified(edit(`${ROOT}/src/a.ts`, 'x', old), patch)).toMatchObject([{ subject: '' }])
  })

  test('is rejected work, if it names nothing that takes its place', () => {
    const [signal] = modified(TWO, '@@ -1 +1 @@\n-x\n+return total\n+ ')
    expect(signal).toMatchObject({ polarity: 'avoid', subject: '', quote: '- let total = 1' })
    expect(signal?.object).toBeUndefined()
  })

  test('is read of a file that is written, too, and known by the file if no line says it', () => {
    expect(modified({ kind: 'write', path: `${ROOT}/a.ts`, text: 'let a' }, '+const a')).toMatchObject([
      { subject: 'const', object: 'let' },
    ])
    expect(modified(edit(`${ROOT}/src/a.ts`, 'x', ''), undefined)).toMatchObject([{ quote: `${ROOT}/src/a.ts` }])
  })

  test('teaches nothing if it was accepted as it was, or was no edit', () => {
    expect(signalsOfModifiedEdit(done(TWO, '', {}, '+const total = 1'))).toEqual([])
    expect(modified(shell('ls'), '+const total = 1')).toEqual([])
  })

  test('is a script’s word where no person watches', () => {
    const by = (attended?: boolean) => modified(TWO, '+const total = 1', { attended })[0]?.by
    expect([by(), by(true), by(false)]).toEqual(['person', 'person', 'script'])
  })
})

describe('a call breaks a rule of the instructions', () => {
  const calls = (...lines: string[]) =>
    story(lines.map((line) => done(shell(line), '', { session: 's1' }))).events as unknown as EventRecord[]
  const broken = (instructions: string, ...lines: string[]) =>
    violationsIn(calls(...lines), [instructions]).map(({ quote, subject, object }) => [quote, subject, object])
  const UV = 'Use uv, not pip'

  test.each(['', '- ', '* ', '+ ', '> ', '1. ', '12) ', '## ', '  - '])(
    'whatever stands before the rule: "%s"',
    (lead) => {
      expect(broken(`# Rules\n${lead}${UV}\n`, 'pip install x')).toEqual([[UV, 'uv', 'pip']])
    },
  )

  test.each([
    ['Run tests with pytest, never with unittest', 'python -m unittest', 'pytest'],
    ['Always use `pnpm` instead of `npm`', 'npm install', 'pnpm install'],
    ['Do NOT use `npm`, use `pnpm`', 'npm install', 'pnpm install'],
    ['Package manager: pnpm (not npm)', 'npm i', 'pnpm i'],
    ['Use pnpm (never npm)', 'npm i', 'pnpm i'],
    ['Use `uv run pytest` rather than `python -m pytest`', 'python -m pytest', 'uv run pytest'],
    ['**Tests**: run with vitest — do not use jest', 'npx jest', 'npx vitest'],
    ['Install packages with uv, not pip.', 'pip install x', 'uv pip install x'],
    ['We use bun. Never npm.', 'npm i', 'bun i'],
    ['IMPORTANT: never use `git commit --amend`', 'git commit --amend', 'git commit -m x'],
    ['You must not run terraform apply', 'terraform apply', 'terraform plan'],
    ['NEVER use yarn', 'yarn add x', 'npm i'],
  ])('in the forms in which people write one: %s', (rule, breaks, follows) => {
    expect([broken(rule, breaks).length, broken(rule, follows).length]).toEqual([1, 0])
  })

  test('once a session, and one for each rule', () => {
    const rules = `${UV}\n**Never** run git push --force`
    expect(broken(rules, 'pip install x', 'pip install y', 'git push --force')).toEqual([
      [UV, 'uv', 'pip'],
      ['Never run git push --force', 'run git push --force', undefined],
    ])
  })

  test('as a script says it, with the call as evidence', () => {
    const [signal] = violationsIn(calls('pip install x'), [UV])
    expect(signal).toMatchObject({
      type: 'violation',
      by: 'script',
      polarity: 'do',
      reach: 'unsaid',
      hasHorizon: false,
    })
    expect(signal?.evidence).toHaveLength(1)
  })

  test('unless it follows it, only looks, or the rule is an example, a comment, conditional or too long', () => {
    expect(broken(UV, 'uv pip install x', 'echo pip install x', 'ls')).toEqual([])
    expect(broken('Use rg, not grep', 'grep x a.ts')).toEqual([])
    expect(broken(`\`\`\`\n${UV}\n\`\`\``, 'pip install x')).toEqual([])
    expect(broken(`~~~\n${UV}\n~~~\n`, 'pip install x')).toEqual([])
    expect(broken(`<!-- ${UV} -->`, 'pip install x')).toEqual([])
    expect(broken('Use uv, not pip, when you deploy', 'pip install x')).toEqual([])
    expect(broken(`${UV}${' '.repeat(300)}.`, 'pip install x')).toEqual([])
    expect(broken('We use uv', 'pip install x')).toEqual([])
    expect(violationsIn([], [UV])).toEqual([])
  })
})
