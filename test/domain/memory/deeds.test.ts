import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, failed, ROOT, type Step, shell, story } from '../samples.ts'

/** What is told of a session with these turns: each prompt begins one. */
function told(...steps: readonly Step[]) {
  const { events, prompts } = story(steps.map((step, at) => ('asked' in step ? { ...step, promptId: `p${at}` } : step)))
  const turns = turnsOf(events, prompts)
  const {
    now = '',
    worked = [],
    choices = [],
    outcomeReason = '',
    goal,
  } = handoffOf(turns, { isSealed: true, root: ROOT }) ?? {}
  const summary = turns.flatMap((_, at) => summarise(turns.slice(0, at + 1), ROOT) ?? []).at(-1)
  const { completed = '', learned = '', request } = summary ?? {}
  return { now, worked, choices, outcomeReason, goal, completed, learned, request }
}
const changes = (asked: string, said: string, file = 'a.ts'): Step[] => [
  { asked },
  done(edit(`${ROOT}/src/${file}`, 'x', 'y')),
  { said },
]
const commits = (subject: string): Step[] => [
  { asked: 'commit' },
  done(shell(`git commit -m "${subject}"`), `[main 1a2b3c4] ${subject}\n 1 file changed`),
  { said: 'Committed successfully.' },
]

describe('what was done', () => {
  test.each([
    [
      'an option that nobody took yet',
      'Two ways:\n\n- **Option 1:** show the name of the cart only\n- **Option 2:** show both names of it\n\nWhich would you prefer?',
    ],
    ['an instruction to the person', 'Set the variable `UPLOAD_KEY` to the new key.'],
    [
      'that all is well',
      'All tests of the uploader pass. All 12 tests for the client pass. No lint errors. The build succeeds. Formatting is clean now.',
    ],
    ['what is not done', 'I have not fixed the second error yet.'],
    ['what was wrong', 'Both loaders were overwriting the whole file instead of merging it.'],
    ['what points elsewhere', 'This should prevent the error when a session ends early.'],
  ])('is not %s', (_, said) => {
    const { now, completed, worked } = told(...changes('look at the uploader', said))
    expect([now, completed, worked]).toEqual(['Changed a.ts', 'Changed src/a.ts.', []])
  })

  test.each([
    ['Wrapped the client in a retry with a limit of three.', /^Wrapped the client/],
    ["I've set the timeout of the client to a minute.", /^Set the timeout/i],
    ['The issues in each row are sorted by their name now.', /^The issues in each row/],
    ['Der Uploader wiederholt jetzt jede Anfrage dreimal.', /^Der Uploader/],
    ['Fixed the parser of dates so that the import works.', /so that the import works/],
    ['Fixed the linter rule so that it reports no errors for generated files.', /generated files/],
    ['The linter of the client reports no errors for generated files.', /generated files/],
    ['Renamed the status from open to done.', /to done/],
    ['Changed the button colour of the toolbar to green.', /to green/],
    ['The importer of statements waits until the queue is ready.', /is ready/],
    ['Set the default page size to 50.', /to 50/],
    ['Split the date parser into three modules.', /three modules/],
    ['Rewrote the date parser; the check passes.', /^Rewrote the date parser\b(?!.*passes)/],
    ['Rewrote the date parser; there are no lint errors.', /^Rewrote the date parser\b(?!.*errors)/],
    ['Rewrote the date parser; the build is not green.', /is not green/],
    ['Rewrote the date parser in parse.ts, and not all of its tests pass.', /not all of its tests pass/],
    ['Rewrote the date parser in parse.ts, and only two of its tests pass.', /only two of its tests pass/],
    ["Moved the date parser to parse.ts — the migration isn't complete.", /isn't complete/],
    ['アップローダーは失敗した要求を三回まで再試行するようになりました。', /再試行/],
  ])('is what the agent says of it: %j', (said, text) => {
    const { now, completed } = told(...changes('look at the uploader', said))
    expect(now).toMatch(text)
    expect(completed).toMatch(text)
  })

  test('names several deeds of a turn, and after a mere chore the work before it', () => {
    const said = 'Changes:\n\n- Added a queue to the uploader\n- Replaced the flat list with groups of a day'
    const chore = changes('run the formatter', 'Formatting is clean now.')
    expect(told(...changes('group the uploads', said), ...chore).now).toBe(
      'Added a queue to the uploader; Replaced the flat list with groups of a day',
    )
  })

  test.each([
    ['restart the staging server', 'systemctl restart app', 'Restarted the staging server with the new certificates.'],
    ['free some space', 'docker system prune -f', 'Freed 40 GB on the build machine by pruning unused images.'],
  ])('is told where the shell alone did it: %s', (asked, command, said) => {
    const { now, completed, worked } = told({ asked }, done(shell(command)), { said: `${said} The disk holds 90 GB.` })
    expect([now, completed, worked]).toEqual([said.slice(0, -1), said, [said.slice(0, -1)]])
  })

  test('is not what the shell only found out', () => {
    const said = 'The staging server holds 40 jobs in its queue.'
    expect(told({ asked: 'how many jobs wait?' }, done(shell('bin/jobs count')), { said }).worked).toEqual([])
    expect(
      told({ asked: 'push it' }, done(shell('git push')), { said: 'The branch is on the remote.' }).worked,
    ).toEqual([])
  })

  test('covers the whole session: each commit that stands, and each turn that no commit took in', () => {
    const parts = ['queue', 'retry', 'footer', 'banner', 'cache', 'index']
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), (committed) => {
        const steps = committed.flatMap((isCommitted, at): Step[] => [
          ...changes(
            `Rework the ${parts[at]} of the application`,
            `Rewrote the ${parts[at]} from scratch.`,
            `${at}.ts`,
          ),
          ...(isCommitted ? commits(`Rework the ${parts[at]}`) : []),
        ])
        const { completed } = told(...steps)
        const last = committed.lastIndexOf(true)
        for (const [at, isCommitted] of committed.entries()) {
          expect(completed.includes(`Committed: Rework the ${parts[at]}.`)).toBe(isCommitted)
          if (at > last) expect(completed).toContain(`Rewrote the ${parts[at]} from scratch.`)
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each(['git reset --hard HEAD~1', 'git reset --soft HEAD^', 'git reset HEAD~2'])(
    'is no commit that was taken back: %s',
    (command) => {
      const back: Step[] = [{ asked: 'take that back' }, done(shell(command)), { said: 'It is gone.' }]
      const all = told(
        ...changes('Retry uploads', 'Added a retry to the uploader.'),
        ...commits('Retry uploads'),
        ...back,
      )
      expect(JSON.stringify([all.completed, all.worked, all.outcomeReason])).not.toMatch(/(?<!not )committed/i)
    },
  )
})

describe('a reset', () => {
  const commit = (file: string, hash: string): Step[] => [
    ...changes(`Add ${file} exports`, 'Alright.', `${file}.ts`).slice(0, 2),
    done(shell(`git commit -m "Add ${file} exports"`), `[main ${hash}] Add ${file} exports\n 1 file changed`),
    { said: 'Committed.' },
  ]
  const PUSH: Step[] = [
    { asked: 'push' },
    done(shell('git push'), '   1a2b3c4..5d6e7f8  main -> main'),
    { said: 'Ok.' },
  ]
  const reset = (command: string, output = ''): Step[] => [
    { asked: 'take that back' },
    done(shell(command), output),
    { said: 'Gone.' },
  ]
  const [CSV, PDF, XML] = [commit('CSV', '1a2b3c4'), commit('PDF', '2b3c4d5'), commit('XML', '3c4d5e6')]
  const ALL = [...CSV, ...PDF, ...XML]
  test.each([
    ['so many commits', [...ALL, ...reset('git reset --hard HEAD~1')], 'CSV PDF'],
    ['so many commits, the second time too', [...ALL, ...reset('git reset HEAD^'), ...reset('git reset @~')], 'CSV'],
    ['two', [...ALL, ...reset('cd app && git reset --soft "HEAD~2"')], 'CSV'],
    [
      'those after the one that git prints',
      [...ALL, ...reset('git reset --hard origin/main', 'HEAD is now at 1a2b3c4 Add CSV exports')],
      'CSV',
    ],
    ['those after the named one', [...ALL, ...reset('git reset 2b3c4d5')], 'CSV PDF'],
    ['none that was pushed', [...CSV, ...PDF, ...PUSH, ...XML, ...reset('git reset --hard origin/main')], 'CSV PDF'],
    ['none that was pushed', [...CSV, ...PUSH, ...PDF, ...reset('git reset --hard HEAD@{3}')], 'CSV'],
    [
      'what was pushed if that is pushed again',
      [...CSV, ...PDF, ...PUSH, ...reset('git reset HEAD~1'), ...PUSH],
      'CSV',
    ],
    ['all if nothing tells how many', [...ALL, ...reset('git reset --hard ORIG_HEAD')], ''],
  ])('takes back %s', (_, steps, standing) => {
    const { worked, completed } = told(...steps)
    const names = standing.split(' ').filter(Boolean)
    expect(worked.filter((each) => /exports/.test(each))).toEqual(names.map((name) => `Add ${name} exports`))
    expect(completed.match(/(?<=Committed: Add )\w+/g) ?? []).toEqual([...names].reverse())
  })
})

describe('what was learned', () => {
  const QUESTION = 'Why does the upload stall after a minute?'
  test.each([
    [
      'a cause',
      changes('fix the upload', 'Fixed it. The upload stalled because the proxy closes idle sockets.'),
      /^The upload stalled because/,
    ],
    [
      'what went on before a fix',
      changes('fix it', 'Both loaders of the settings were overwriting the whole file. Merged them.'),
      /^Both loaders of the settings were/,
    ],
    [
      'a limit of a tool',
      changes('add a retry', "Removed the `retry` line since the release tool doesn't support that field."),
      /doesn't support that field/,
    ],
    [
      'an answer',
      [{ asked: QUESTION }, { said: 'The proxy of the office closes idle sockets after a minute.' }],
      /^The proxy of the office/,
    ],
    [
      'a cause in another language',
      changes('korrigiere das', 'Der Upload bricht ab, weil der Proxy die Verbindung schließt.'),
      /weil der Proxy/,
    ],
  ] as const)('is %s', (_, steps, text) => {
    expect(told(...steps).learned).toMatch(text)
  })

  test.each([
    [
      'what was done',
      changes('add a retry', 'Root cause fix (`upload.ts:14`): Now retries each request three times, because it can.'),
    ],
    [
      'a promise that all is well',
      [{ asked: QUESTION }, { said: '1309 tests pass, 0 lint issues. The implementation is in place.' }],
    ],
    [
      'a proposal',
      [{ asked: QUESTION }, { said: 'We could consolidate both loaders into one function of the client.' }],
    ],
    ['thanks', [{ asked: 'thanks, is it done?' }, { said: 'You are welcome!' }]],
    [
      'an answer that later work may have made wrong',
      [
        { asked: QUESTION },
        { said: 'The client only sends one request to the proxy at a time.' },
        ...changes('send two at once', 'Done.'),
      ],
    ],
    [
      'a labelled item without its list',
      [
        { asked: 'what does the bound mean?' },
        { said: '- Upper bound: now, because a rebase can move the commit later' },
      ],
    ],
  ] as const)('is not %s', (_, steps) => {
    expect(told(...steps).learned).toBe('')
  })
})

describe('the request of the open work', () => {
  const WORK = changes('Add a retry with backoff to the uploader in upload.ts', 'Added a retry.')
  test.each([
    'can you also sort the table of the settings page?',
    'one last thing: the title of the settings page is cut off',
    'Sortiere bitte auch die Tabelle der Einstellungen',
    'trie aussi le tableau des réglages',
    'отсортируй также таблицу настроек',
  ])('stays when more is asked for beside it: %j', (asked) => {
    expect(told(...WORK, ...changes(asked, 'Done.', 'b.ts')).goal).toMatch(/^Add a retry/)
  })

  test('stays while a check of it fails, though the report of it names nothing of it', () => {
    const report: Step[] = [
      { asked: '"npm run verify:all" fails' },
      failed(shell('npm test'), 'Exit code 1\nTypeError: no'),
      done(edit(`${ROOT}/test/b.test.ts`, 'x', 'y')),
      { said: 'Fixed.' },
    ]
    expect(told(...WORK, ...report).goal).toMatch(/^Add a retry/)
  })

  test.each([
    'on second thought, drop the retry and queue the uploads',
    'actually, queue the uploads',
    'scratch that, queue the uploads',
  ])('is what a change of mind makes it: %j', (asked) => {
    expect(told(...WORK, ...changes(asked, 'Done.')).goal).toBe(asked)
  })
})

test('of two decisions on one subject in a session only the later stands', () => {
  const asks = (answer: string): Step[] => [
    { asked: 'look at the totals' },
    { said: 'Off by a cent. Should I round half up instead of truncating the totals?' },
    { asked: answer },
    { said: 'Alright.' },
  ]
  expect(told(...asks('No, keep truncation for now'), ...asks('Yes, round half up from here on')).choices).toEqual([
    expect.stringMatching(/→ Yes, round half up/),
  ])
})
