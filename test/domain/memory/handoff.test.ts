import { describe, expect, test } from 'vitest'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, eventOf, failed, ROOT, type Step, shell, story } from '../samples.ts'

const handed = (steps: readonly Step[], isSealed = false) => {
  const { events, prompts } = story(steps)
  return handoffOf(turnsOf(events, prompts), { isSealed, root: ROOT })
}
const COMMIT = (subject: string) =>
  done(shell(`git commit -m "${subject}"`), `[main 1a2b3c4] ${subject}\n 1 file changed`)
const compact = eventOf('PreCompact', { trigger: 'manual' })
const WORK: Step[] = [
  { asked: 'Add a retry to the uploader in upload.ts', promptId: 'a' },
  failed(shell('npm test'), 'Exit code 1\nAssertionError: expected 3 retries, got 0'),
  done(edit(`${ROOT}/src/upload.ts`, 'send()', 'retry(send)')),
  done(shell('npm test'), 'ok'),
  { said: 'Added a retry with backoff to the uploader. Next step: document the new option.' },
]

describe('a handoff', () => {
  test('says what was wanted, the current state, what comes next, what failed and which files changed', () => {
    expect(handed(WORK)).toMatchObject({
      session: 's1',
      goal: 'Add a retry to the uploader in upload.ts',
      now: expect.stringContaining('retry with backoff'),
      next: 'document the new option.',
      failed: [expect.stringContaining('expected 3 retries, got 0')],
      worked: expect.arrayContaining(['npm test passed']),
      blockers: [],
      files: [`${ROOT}/src/upload.ts`],
      sealed: false,
    })
  })

  test.each([
    ['Which decimal separator should exported invoice reports use? → Comma', true],
    ['Which timezone should drafts of exported invoice reports use? → Local time', true],
    ['What timezone should the exported invoice reports use? → Local time', false],
  ])('after %j still tells a decision on another question, however alike: %j', (line, stands) => {
    const first = 'Which timezone should exported invoice reports use? → UTC'
    const answer = (text: string) =>
      done({ kind: 'other', text: text.slice(0, text.indexOf(' → ')), puts: 'question' }, text)
    const steps = [{ asked: 'Export invoice reports' }, answer(first), { said: 'Ok.' }, { asked: 'And the rest' }]
    const told = handed([...steps, answer(line), done(edit('a.ts', 'a', 'b')), { said: 'Done.' }])?.choices
    expect(told).toEqual(stands ? [first, line] : [line])
  })

  test('names what still fails', () => {
    const blocked = handed([{ asked: 'Make the tests pass' }, failed(shell('npm test'), 'Exit code 1\nTypeError: no')])
    expect(blocked?.blockers).toEqual([expect.stringContaining('TypeError: no')])
  })

  test('of an interrupted turn gives what was asked as its state', () => {
    expect(handed([...WORK, { asked: 'Now rename the option to attempts', promptId: 'b' }])?.now).toBe(
      'Now rename the option to attempts (unfinished)',
    )
  })

  test('keeps its id and what it knows throughout a session, which a compaction only seals', () => {
    const more: Step[] = [{ asked: 'Write the changelog entry', promptId: 'c' }, { said: 'Wrote the changelog entry.' }]
    const first = handed(WORK)
    expect(handed([...WORK, ...more])?.id).toBe(first?.id)
    expect(handed([...WORK, compact], true)).toMatchObject({ id: first?.id, sealed: true })
    const after = handed([...WORK, compact, ...more])
    expect(after).toMatchObject({ id: first?.id, sealed: false, files: first?.files })
  })

  test('has the plan as its goal during that work, and a later request if it is about something else', () => {
    const plan =
      'Implement the following plan:\n\n# Plan: Queue uploads while offline\n\n## Steps\n\n1. Keep a queue in `queue.ts`.'
    const steps: Step[] = [
      { asked: plan, promptId: 'a' },
      done(edit(`${ROOT}/src/queue.ts`, 'a', 'b')),
      { said: 'The queue keeps uploads on disk.' },
    ]
    expect(handed(steps)).toMatchObject({ goal: 'Queue uploads while offline', goalBy: 'plan' })
    const chore: Step[] = [
      { asked: 'commit this', promptId: 'b' },
      COMMIT('Queue uploads while offline'),
      { said: 'Committed.' },
    ]
    expect(handed([...steps, ...chore])?.goal).toBe('Queue uploads while offline')
    const other: Step[] = [
      { asked: 'Translate the settings page into German', promptId: 'c' },
      done(edit(`${ROOT}/src/settings.de.json`, 'a', 'b')),
      { said: 'Translated it.' },
    ]
    expect(handed([...steps, ...other])).toMatchObject({
      goal: 'Translate the settings page into German',
      goalBy: 'user',
    })
  })

  test('has the later of two goals in a session, in the person’s words, and its last commit as the state', () => {
    const two: Step[] = [
      ...WORK,
      { asked: 'No default exports in the client please, only named ones', promptId: 'b' },
      done(edit(`${ROOT}/src/client.ts`, 'a', 'b')),
      { said: 'The client has named exports now.' },
      { asked: 'commit and push', promptId: 'c' },
      COMMIT('Name all exports of the client'),
      done(shell('git push'), 'main -> main'),
      { said: 'Pushed.' },
    ]
    expect(handed(two)).toMatchObject({
      goal: 'No default exports in the client please, only named ones',
      now: 'Name all exports of the client (committed, pushed)',
      next: '',
    })
    const after: Step[] = [
      { asked: 'Rename client.ts to http.ts', promptId: 'd' },
      done(edit(`${ROOT}/src/http.ts`, 'a', 'b')),
    ]
    expect(handed([...two, ...after, { said: 'Renamed `client.ts` to `http.ts`.' }])?.now).toMatch(
      /http\.ts.*\(not committed\)$/,
    )
  })

  test('takes a goal in another language as a whole', () => {
    const asked = 'Добавь повтор загрузки при обрыве сети'
    const steps: Step[] = [
      { asked },
      done(edit(`${ROOT}/src/upload.ts`, 'a', 'b')),
      { said: 'Готово. Следующий шаг: проверить таймауты.' },
    ]
    expect(handed(steps)).toMatchObject({ goal: asked, next: expect.stringMatching(/проверить таймауты/i) })
  })

  test("ends with the agent's question, otherwise its list of next steps, otherwise its announcement, otherwise nothing", () => {
    const next = (said: string) => handed([{ asked: 'Add a retry to the uploader' }, { said }])?.next
    expect(next('Retries are in.\n\nShall I also cap the backoff at one minute?')).toBe(
      'Shall I also cap the backoff at one minute?',
    )
    const listed =
      'Retries are in.\n\n## Next steps\n\n- Cap the backoff\n- Document `maxTries`\n\n## Files\n\n- upload.ts'
    expect(next(listed)).toBe('Cap the backoff; Document maxTries')
    expect(next("Retries are in. Now I'll write the test of the backoff.")).toMatch(/^Now I'll write the test/)
    expect(next('Load returns a promise now. What is left is app.mjs.')).toBe('What is left is app.mjs.')
    expect(next('`load` is done. The two callers in `app.mjs` are not yet converted.')).toMatch(/not yet converted/)
    expect(next('Retries are in. That leaves the changelog.')).toBe('That leaves the changelog.')
    expect(next('Retries are in. Nothing is left to do.')).toBe('')
    expect(next('Retries are in. No test is still missing.')).toBe('')
    expect(
      next('At the first call the cache is not yet filled. So it missed. I fill it at the start. It hits now.'),
    ).toBe('')
    expect(next('Retries are in. The backoff doubles each time.')).toBe('')
    expect(next('Retries are in. Let me know if anything else is missing.')).toBe('')
  })

  test('takes remaining work neither as done nor as decided', () => {
    const said = [
      'Added a retry with a backoff of one second to the uploader.',
      'Still to do:',
      '- Added latency has to be measured because the server may throttle instead of failing',
      '',
      'Next: removed options must leave the documentation, since we chose flags rather than variables.',
    ].join('\n')
    const handoff = handed([
      { asked: 'Add a retry to the uploader' },
      done(edit(`${ROOT}/src/upload.ts`, 'a', 'b')),
      { said },
    ])
    expect(handoff?.decisions).toEqual([])
    expect(handoff?.worked.join()).not.toMatch(/latency|documentation/)
    expect(handoff?.next).toMatch(/latency.*documentation/)
  })

  test('is blocked only by the last check, and not if it passed since or the work was committed', () => {
    const broken = failed(shell('npm test'), 'Exit code 1\nTypeError: no')
    const steps: Step[] = [{ asked: 'Make the tests pass' }, broken]
    expect(handed([...steps, { said: 'They fail.' }])?.blockers).toHaveLength(1)
    expect(handed([...steps, done(shell('npm test'), 'ok'), { said: 'They pass.' }])?.blockers).toEqual([])
    expect(handed([...steps, COMMIT('Skip the test of the clock'), { said: 'Committed.' }])?.blockers).toEqual([])
  })

  test('does not name a deleted file', () => {
    const steps: Step[] = [
      ...WORK,
      { asked: 'drop it again', promptId: 'b' },
      done(shell('git rm src/upload.ts'), ''),
      { said: 'Deleted.' },
    ]
    expect(handed(steps)).toMatchObject({ files: [], removed: [`${ROOT}/src/upload.ts`] })
  })

  test('does not exist for thanks alone; thanks after work change only the open question', () => {
    expect(handed([{ asked: 'thanks!' }, { said: 'You are welcome.' }])).toBeUndefined()
    expect(handed([{ asked: 'спасибо' }, { said: 'Пожалуйста!' }])).toBeUndefined()
    const asking: Step[] = [...WORK.slice(0, -1), { said: 'Added a retry. Shall I also cap the backoff?' }]
    expect(handed(asking)?.next).toMatch(/cap the backoff/)
    const thanked = handed([...asking, { asked: 'no, thanks', promptId: 'b' }, { said: 'Alright.' }])
    expect(thanked).toMatchObject({ goal: 'Add a retry to the uploader in upload.ts', next: '' })
  })

  test('of an empty session does not exist', () => {
    expect(handoffOf([], { isSealed: false })).toBeUndefined()
    expect(handed([eventOf('SessionStart', { source: 'startup' })])).toBeUndefined()
  })
})
