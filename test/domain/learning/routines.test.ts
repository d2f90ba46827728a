import type { Clean, Cleaned } from '@hindcast/redaction/clean.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextLine, routinesFrom, usualNext } from '../../../src/domain/learning/routines.ts'
import { type Sequences, UNNAMED, withTurn } from '../../../src/domain/learning/sequences.ts'
import { EDIT, requestIn, stepsIn } from '../../../src/domain/learning/steps.ts'
import type { EventRecord } from '../../../src/domain/nouns/event.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import { edit, eventOf, shell, story } from '../samples.ts'

const NOTHING: Cleaned<Sequences> = { seen: [], last: [] }
const HERE = { project: 'p1', at: 1000 }

/** Turns as the fold sees them; `session step step …`. */
const following = (...turns: readonly (readonly string[])[]): Cleaned<Sequences> =>
  turns.reduce(
    (state, [session, ...steps], n) =>
      withTurn(state, { id: `e_${n}` as Clean, session: session as Clean, kind: 'done', steps: steps as Clean[] }),
    NOTHING,
  )

const times = <T>(n: number, of: (n: number) => T): T[] => Array.from({ length: n }, (_, at) => of(at))

/** The linter after an edit and the tests, so often in different sessions. */
const linted = (n: number) => times(n, (at) => [`s${at}`, EDIT, 'npm test', 'npm run lint'])

describe('a routine', () => {
  test('is what followed the same two steps five times in two sessions', () => {
    expect(routinesFrom(following(...linted(4)), [], HERE)).toEqual([])
    expect(routinesFrom(following(...linted(5)), [], HERE)).toMatchObject([
      {
        type: 'routine',
        state: 'active',
        subject: 'npm run lint',
        object: `${EDIT}\nnpm test`,
        support: 5,
        confidence: 0.75,
        evidence: ['e_0', 'e_1', 'e_2', 'e_3', 'e_4'],
      },
    ])
    expect(routinesFrom(following(...times(9, () => ['s1', EDIT, 'npm test', 'npm run lint'])), [], HERE)).toEqual([])
  })

  test('is believed a little more each time, at most .8', () => {
    const [six] = routinesFrom(following(...linted(6)), [], HERE)
    const [many] = routinesFrom(following(...linted(30)), [], HERE)
    expect([six?.confidence, many?.confidence]).toEqual([0.8, 0.8])
  })

  test('is none if something else followed as often', () => {
    const others = times(6, (at) => [`t${at}`, EDIT, 'npm test', 'npm run types'])
    const lessons = routinesFrom(following(...linted(5), ...others), [], HERE)
    expect(lessons.map(({ subject }) => subject)).toEqual(['npm run types'])
  })

  test.each(['git commit', 'git push', 'npm publish', 'npm run deploy', 'rm', 'terraform apply'])(
    'never ends in %s, which is for the person to ask for',
    (step) => {
      const turns = times(9, (at) => [`s${at}`, EDIT, 'npm test', step])
      expect(routinesFrom(following(...turns), [], HERE)).toEqual([])
    },
  )

  test('is never an edit, or one of the steps that it follows', () => {
    const again = times(9, (at) => [`s${at}`, 'npm test', EDIT, 'npm test', EDIT, 'npm test'])
    expect(routinesFrom(following(...again), [], HERE)).toEqual([])
  })

  test('goes on over the turns of a session, not from one session to another', () => {
    const turns = times(6, (at) => [
      [`s${at}`, EDIT, 'npm test'],
      [`s${at}`, 'npm run lint'],
    ])
    expect(routinesFrom(following(...turns.flat()), [], HERE)).toHaveLength(1)
    expect(
      routinesFrom(following(...turns.map(([first]) => first as string[]), ['z', 'npm run lint']), [], HERE),
    ).toEqual([])
  })

  test('retires when it does not hold any more, but stays as a person decided', () => {
    const known = routinesFrom(following(...linted(5)), [], HERE)
    const others = times(9, (at) => [`t${at}`, EDIT, 'npm test', 'git commit'])
    const now = following(...linted(5), ...others)
    const lost = (lessons: readonly Lesson[]) =>
      routinesFrom(now, lessons, HERE).filter(({ subject }) => subject === 'npm run lint')
    expect(lost(known)).toMatchObject([{ state: 'retired' }])
    expect(lost(known.map((lesson) => ({ ...lesson, decidedBy: 'person' })))).toEqual([])
    const rejected = known.map((lesson): Lesson => ({ ...lesson, state: 'rejected', decidedBy: 'person' }))
    expect(routinesFrom(following(...linted(7)), rejected, HERE)).toMatchObject([{ state: 'rejected', support: 7 }])
  })

  test('is stored again only when it changed', () => {
    const state = following(...linted(5))
    expect(routinesFrom(state, routinesFrom(state, [], HERE), { ...HERE, at: 2000 })).toEqual([])
  })
})

describe('the usual next step', () => {
  const [lesson] = routinesFrom(following(...linted(6)), [], HERE) as [Lesson]

  test('is that of the routine whose first steps were just done', () => {
    expect(usualNext(['git pull', EDIT, 'npm test'], [lesson])).toBe(lesson)
    expect(usualNext(['npm test', EDIT], [lesson])).toBeUndefined()
    expect(usualNext([EDIT, 'npm test', EDIT], [lesson])).toBeUndefined()
    expect(nextLine(lesson)).toBe(`Usual next step: run \`npm run lint\` (done 6 times after these two, ${lesson.id})`)
  })

  test('is not one that was just done, nor one of a routine that a person rejected', () => {
    const typed = { ...lesson, object: 'npm test\nnpm run types' }
    expect(usualNext([EDIT, 'npm run lint', 'npm test', 'npm run types'], [typed])).toBeUndefined()
    expect(usualNext(['npm run lint', EDIT, 'npm test', 'npm run types'], [typed])).toBe(typed)
    expect(usualNext([EDIT, 'npm test'], [{ ...lesson, state: 'rejected' }])).toBeUndefined()
  })

  test('was always seen after exactly these steps, whatever was done', () => {
    const step = fc.constantFrom(EDIT, 'a', 'b', 'c', UNNAMED)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom('s1', 's2', 's3'), fc.array(step, { maxLength: 12 }))), (turns) => {
        const lessons = routinesFrom(following(...turns.map(([session, steps]) => [session, ...steps])), [], HERE)
        for (const { subject, object = '', support, sessions } of lessons) {
          const all = new Map<string, string[]>()
          for (const [session, steps] of turns) all.set(session, [...(all.get(session) ?? []), ...steps])
          const runs = [...all.values()].map((steps) => steps.filter((one, at) => one !== steps[at - 1]))
          const seen = runs.flatMap((steps) =>
            steps.filter((one, at) => one === subject && `${steps[at - 2]}\n${steps[at - 1]}` === object),
          )
          expect(seen).toHaveLength(support)
          expect([support >= 5, sessions >= 2, object.split('\n').includes(subject)]).toEqual([true, true, false])
          expect([subject, ...object.split('\n')]).not.toContain(UNNAMED)
        }
      }),
    )
  })
})

describe('steps', () => {
  const done = (...calls: Parameters<typeof story>[0]) => stepsIn(story(calls).events as EventRecord[])
  const ran = (command: string, text = '') =>
    eventOf('PostToolUse', { tool: 'Bash', toolUseId: 't1', act: shell(command), input: { command }, result: { text } })

  test('are edits, checks that passed and commands by their subcommands; looking is none, and what is repeated counts once', () => {
    const edited = eventOf('PostToolUse', {
      tool: 'Edit',
      toolUseId: 't1',
      act: edit('/a.ts', 'a', 'b'),
      input: {},
      result: { text: '' },
    })
    expect(
      done(
        edited,
        edited,
        ran('git status && git diff | head -5'),
        ran('cd web && npm run docs -- --out x 2>&1 | tail -5'),
        ran('npm run docs'),
        ran('git add -A && git commit -m "Docs"'),
      ),
    ).toEqual([EDIT, 'npm run docs', 'git commit'])
  })

  test('do not include what failed', () => {
    const failed = { tool: 'Bash', toolUseId: 't1', act: shell('npm test'), input: { command: 'npm test' } }
    expect(
      done(eventOf('PostToolUseFailure', { ...failed, error: 'Exit code 1', exitCode: 1, interrupted: false })),
    ).toEqual([])
  })
})

test.each([
  ['/review the pull request', '/review'],
  ['commit', 'commit'],
  ['OK, commit this', 'commit'],
  ['commit and push', 'commit and push'],
  ['please run the tests', 'run the tests'],
  ['Push!', 'push'],
  ['The commit of yesterday broke the build', undefined],
  ['commit messages must be in English from now on, and never longer than fifty characters', undefined],
  ['fix the parser', undefined],
])('“%s” is the request %s', (prompt, request) => {
  expect(requestIn(prompt)).toBe(request)
})
