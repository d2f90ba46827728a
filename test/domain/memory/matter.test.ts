import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { mattersOf } from '../../../src/domain/memory/matter.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, failed, ROOT, read, type Step, shell, story } from '../samples.ts'

const turnsIn = (steps: readonly Step[]) => {
  // Each prompt begins a turn of its own
  const numbered = steps.map((step, at) => ('asked' in step ? { ...step, promptId: `p${at}` } : step))
  const { events, prompts } = story(numbered)
  return turnsOf(events, prompts)
}
const known = (steps: readonly Step[]) => {
  const turns = turnsIn(steps)
  const summaries = turns.flatMap((_, at) => summarise(turns.slice(0, at + 1), ROOT) ?? [])
  return { ...handoffOf(turns, { isSealed: false, root: ROOT }), summary: summaries.at(-1) }
}
const REQUEST = 'Add a retry with backoff to the uploader in upload.ts'
const NEXT = 'Document the option `maxTries` in the manual'
const WORK: Step[] = [
  { asked: REQUEST },
  done(edit(`${ROOT}/src/upload.ts`, 'send()', 'retry(send)')),
  { said: `Added a retry with backoff to the uploader.\n\nNext: ${NEXT}` },
]

/** What people say during work that is no work of its own, and what an agent answers. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  chatter: ['thanks!', 'hm ok', 'nice', 'перерыв', 'danke dir', 'ありがとう'],
  praise: ['Good.', 'Excellent, thanks', 'Great work!', 'Perfekt!'],
  'side questions': [
    'How long does the server keep a session cookie by the way?',
    'What does `flush()` in cache.ts return for an empty list?',
    'Was macht eigentlich die Funktion `flush()`?',
    'что делает функция `flush()` в cache.ts?',
    'この関数は何を返しますか？',
  ],
  'version control': [
    'commit',
    'yes, commit and push',
    'ok, push it',
    'commit this please',
    'rebase on main',
    'コミットして',
  ],
  'stated rules': [
    'always use tabs in Makefiles',
    'From now on write the commit messages in English',
    'use single quotes from now on',
    'never touch the generated files in gen/',
    'ab jetzt bitte immer Tabs',
  ],
  'pasted output': [
    'PASS ok github.com/acme/app/parser 0.512s',
    '✓ src/cart.test.ts (12 tests) 34ms',
    'FAIL src/cart.test.ts 2 failed 10 passed',
    'Tests 3 failed, 12 passed, 15 total',
    '[proxy] GET /api/items -> http://localhost:3001/api/items',
  ],
}
const beside = Object.entries(BESIDE).flatMap(([kind, texts]) => texts.map((text) => [kind, text] as const))

describe('a matter', () => {
  test.each(beside)('is not replaced by %s: %j', (_, asked) => {
    const { goal, next, summary } = known([...WORK, { asked }, { said: 'It is so.' }])
    expect({ goal, request: summary?.request }).toEqual({ goal: REQUEST, request: REQUEST })
    expect(next).toContain('maxTries')
  })

  test('keeps its request and what is next whatever of that comes after it, in any order', () => {
    const asides = fc.array(fc.constantFrom(...beside.map(([, text]) => text)), { maxLength: 6 })
    fc.assert(
      fc.property(asides, (all) => {
        const steps = all.flatMap((asked): Step[] => [{ asked }, { said: 'It is so.' }])
        const { goal, next, goalBy, nextBy, summary } = known([...WORK, ...steps])
        expect({ goal, goalBy, nextBy, request: summary?.request }).toEqual({
          ...{ goal: REQUEST, goalBy: 'user', nextBy: 'agent', request: REQUEST },
        })
        expect(next).toContain('maxTries')
      }),
      { numRuns: 60 },
    )
  })

  test.each(['make it five tries', 'and log each retry of the uploader', 'rename the option in upload.ts to attempts'])(
    'takes a small request about it in: %j',
    (asked) => {
      const small: Step[] = [{ asked }, done(edit(`${ROOT}/src/upload.ts`, 'a', 'b')), { said: 'Done.' }]
      expect(known([...WORK, ...small]).goal).toBe(REQUEST)
    },
  )

  test.each([
    ['Translate the settings page into German', 'settings.de.json'],
    ['Переведи страницу настроек на немецкий язык', 'settings.ru.json'],
    ['Übersetze die Seite der Einstellungen ins Italienische', 'settings.it.json'],
  ])('ends where other work is asked for: %j', (asked, file) => {
    const other: Step[] = [{ asked }, done(edit(`${ROOT}/src/${file}`, 'a', 'b')), { said: 'Done.' }]
    const { goal, next, summary } = known([...WORK, { asked: 'commit' }, { said: 'Committed.' }, ...other])
    expect({ goal, next, request: summary?.request }).toEqual({ goal: asked, next: '', request: asked })
    expect(summary?.completed).not.toContain('upload.ts')
  })

  test.each([
    'The login page is too slow, cache its session lookups in redis for one hour',
    'Store the session lookups of the login page, which also reads cookies, in redis for one hour',
    '登录页面也需要重新设计，请把背景颜色改成深蓝色',
    'Die Seite der Anmeldung lädt langsam, weil sie auch Cookies liest, speichere ihre Sitzungen eine Stunde in Redis',
  ])('ends at other work, whatever words that uses: %j', (asked) => {
    const other: Step[] = [{ asked }, done(edit(`${ROOT}/src/login.ts`, 'a', 'b')), { said: 'Done.' }]
    expect(known([...WORK, ...other]).goal).toBe(asked)
  })

  test.each([
    'actually nice work',
    'Actually, the test fails on Windows',
    'Actually, commit it',
    'Actually, that looks great, thanks!',
    'no, actually I like it',
  ])('is not replaced by what only begins like a change of mind: %j', (asked) => {
    expect(known([...WORK, { asked }, { said: 'It is so.' }]).goal).toBe(REQUEST)
  })

  test('is another one where a check of something else fails and nothing is changed', () => {
    const asked = 'run the whole suite of the billing server on postgres'
    const check = failed(shell('npm test'), 'Exit code 1\nAssertionError: expected 3, got 0')
    for (const calls of [[check], [check, done(shell('ls'))]])
      expect(known([...WORK, { asked }, ...calls, { said: 'One test fails.' }]).goal).toBe(asked)
  })

  test('has one summary with all its commits and files, under one id', () => {
    const commit = (subject: string) =>
      done(shell(`git commit -m "${subject}"`), `[main 1a2b3c4] ${subject}\n 1 file changed`)
    const more: Step[] = [
      ...[commit('Retry uploads'), { said: 'Committed.' }, { asked: 'and log each retry of the uploader' }],
      ...[done(edit(`${ROOT}/src/log.ts`, 'a', 'b')), commit('Log the retries'), { said: 'Logged.' }],
      ...[{ asked: 'why twice?' }, { said: 'The client asks again because its own timeout is shorter.' }],
    ]
    const [first, last] = [known(WORK).summary, known([...WORK, { asked: 'commit' }, ...more]).summary]
    expect(last?.id).toBe(first?.id)
    expect(last?.completed).toMatch(/Log the retries.*Retry uploads/)
    expect(last?.filesModified).toEqual(expect.arrayContaining([`${ROOT}/src/upload.ts`, `${ROOT}/src/log.ts`]))
    expect(last?.learned).toBe('The client asks again because its own timeout is shorter.')
  })

  test('begins with a question only where nothing else was asked for', () => {
    const looked = (asked: string): Step[] => [{ asked }, done(read('src/a.ts'), 'x'), { said: 'In `a.ts`.' }]
    const questions = [...looked('Where is the tax table loaded?'), ...looked('Which colours has the login button?')]
    expect(mattersOf(turnsIn(questions)).map(({ asked }) => asked.text)).toEqual([
      'Where is the tax table loaded?',
      'Which colours has the login button?',
    ])
    expect(mattersOf(turnsIn([...WORK, ...questions]))).toHaveLength(1)
  })
})

test('a refusal is no consent: what the agent offered is never said to be agreed to by it', () => {
  const offer: Step[] = [{ asked: 'Look at the cache' }, { said: 'It leaks. Should I remove the `flush()` function?' }]
  for (const asked of ['nope, that breaks the other client', 'the name will cause issues elsewhere', 'hm, not sure'])
    expect(known([...offer, { asked }, done(edit('a.ts', 'x', 'y')), { said: 'Ok.' }]).goalBy).not.toBe('agent')
  for (const asked of ['yes', 'ok, do it', 'sure, go ahead'])
    expect(known([...offer, { asked }, done(edit('a.ts', 'x', 'y')), { said: 'Ok.' }]).goalBy).toBe('agent')
})

test('the state of the work never stands in the words of the person', () => {
  const words = fc.constantFrom(
    'fix the rounding',
    'sorry, continue',
    'We use Postgres, not SQLite',
    'make it blue',
    'no',
  )
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 4 }), fc.boolean(), (asked, isDone) => {
      const steps = asked.flatMap((text): Step[] => [
        { asked: text },
        done(edit(`${ROOT}/src/a.ts`, 'x', 'y')),
        { said: 'Ok.' },
      ])
      const { now, nowBy, worked } = known(isDone ? steps : steps.slice(0, -1))
      if (nowBy === 'user') expect(now).toContain('(unfinished)')
      else
        for (const text of asked.filter((each) => each !== 'no'))
          expect(`${now} ${worked?.join(' ')}`).not.toContain(text)
    }),
  )
})

test('the state of the work is not what was taken back since', () => {
  const commit = done(shell('git commit -am "Retry uploads"'), '[main 1a2b3c4] Retry uploads\n 1 file changed')
  const back = (command: string, said: string): Step[] => [
    ...[...WORK, { asked: 'commit' }, commit, { said: 'Committed.' }],
    ...[{ asked: 'no, take that back' }, done(shell(command)), { said }],
  ]
  expect(known(back('git reset --hard HEAD~1', 'Removed the commit.')).now).toBe('Removed the commit')
  expect(known(back('git reset --soft HEAD~1', 'The changes are staged.')).now).not.toContain('committed')
  expect(known(back('git reset --hard', 'Nothing to do.')).now).toContain('committed')
  const undone: Step[] = [
    { asked: 'undo it' },
    done(shell('git checkout -- src/upload.ts')),
    { said: 'Reverted it all.' },
  ]
  expect(known([...WORK, ...undone]).now).toBe('Reverted it all')
  expect(known([...WORK, ...undone, ...WORK]).now).toContain('Added a retry')
})

test.each(['non, laisse tomber la doc', 'no hace falta documentarlo', 'leave the docs, not needed'])(
  'what drops the rest of the work is not its request: %s',
  (asked) => {
    expect(known([...WORK, { asked }, { said: 'Ok.' }])).toMatchObject({ goal: REQUEST, next: '' })
  },
)

test.each(['go for it', 'yes pls', 'ja mach', 'vas y', 'venga'])(
  'what is consented to and done is not next: %s',
  (asked) => {
    const later: Step[] = [{ asked }, done(edit(`${ROOT}/README.md`, 'a', 'b')), { said: 'It is in the manual.' }]
    expect(known([...WORK, ...later])).toMatchObject({ goal: REQUEST, next: '' })
  },
)

test('a bug that shows later is not put off', () => {
  const asked = 'Fix the bug that entries are kept and added twice later'
  const steps: Step[] = [{ asked }, done(edit(`${ROOT}/src/a.ts`, 'a', 'b')), { said: 'Fixed.' }]
  expect(known(steps).next).toBe('')
  expect(known([...WORK, { asked: "don't do the metrics later, do them now" }, { said: 'Ok.' }]).next).not.toContain(
    'metrics',
  )
})
