import { describe, expect, test } from 'vitest'
import { accountOf } from '../../../src/domain/memory/account.ts'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { agrees, intentOf, isHousekeeping } from '../../../src/domain/memory/intent.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { done, edit, failed, ROOT, type Step, shell, story } from '../samples.ts'
import { LANGUAGES, type Told } from './languages.ts'
import { nextOf } from './observing.ts'

/** As written in a text without spaces between sentences, if the language has none. */
const text = (...sentences: readonly string[]) =>
  sentences.reduce((all, each) => all + (all === '' || /[。：？]$/.test(all) ? '' : ' ') + each, '')
const turns = (steps: readonly Step[]) => {
  const { events, prompts } = story(steps)
  return turnsOf(events, prompts)
}
const handed = (steps: readonly Step[]) => handoffOf(turns(steps), { isSealed: false, root: ROOT })
const capital = (said: string) => said.charAt(0).toUpperCase() + said.slice(1)

/** Which of these steps changes a file. */
const EDIT = 2
const fixed = ({ request, subject, deed, cause, decision, label, left, question }: Told): Step[] => [
  { asked: request, promptId: 'a' },
  failed(shell('npm test'), 'Exit code 1\nAssertionError: expected 10.02, got 10.01'),
  done(edit(`${ROOT}/src/cart.ts`, 'round(total)', 'sum(lines.map(round))')),
  done(shell('npm test'), 'ok'),
  done(shell(`git commit -am '${subject}'`), `[main 1a2b3c4] ${subject}\n 1 file changed`),
  { said: text(deed, cause, decision, label, left, question) },
]

describe.each(Object.entries(LANGUAGES))('in %s', (_, told) => {
  test('a handoff has its goal, its state, the closing question, what failed and what was decided', () => {
    expect(handed(fixed(told))).toMatchObject({
      goal: told.request,
      goalBy: 'user',
      now: `${told.subject} (committed)`,
      next: told.question,
      failed: [expect.stringContaining('expected 10.02, got 10.01')],
      worked: [expect.stringContaining(told.subject), 'npm test passed'],
      decisions: [told.decision],
      blockers: [],
      files: [`${ROOT}/src/cart.ts`],
      outcome: 'SUCCEEDED',
    })
  })

  test('a request that a commit carries out is the goal, though no file is seen to change', () => {
    const steps = fixed(told).filter((_, at) => at !== EDIT)
    expect(handed(steps)).toMatchObject({ goal: told.request, goalBy: 'user', now: `${told.subject} (committed)` })
  })

  test('a message is read for what was done, why, what is left and what is offered', () => {
    const message = text(told.deed, told.cause, told.decision, told.label, told.left, told.question)
    const account = accountOf(message)
    expect(account.deeds).toEqual([told.deed])
    expect(account.causes.map((each) => told.cause.toLowerCase().endsWith(each.toLowerCase()))).toContain(true)
    expect(account).toMatchObject({ decisions: [told.decision], left: [told.left], offer: told.offered, asks: true })
    expect(nextOf(text(told.deed, told.label, told.left))).toBe(told.left)
    expect(nextOf(text(told.deed, told.announced))).toBe(told.announced)
    expect(nextOf(told.deed)).toBe('')
  })

  test('a heading of what is left has its list', () => {
    const message = `${told.deed}\n\n## ${told.label}\n- ${told.left}\n- \`audit.ts\``
    expect(nextOf(message)).toContain(told.left)
    expect(accountOf(message).deeds).toEqual([told.deed])
  })

  test('a summary says what was learned and completed', () => {
    const summary = summarise(turns(fixed(told)))
    expect(summary).toMatchObject({ request: told.request, nextSteps: capital(told.question) })
    expect(summary?.completed).toContain(told.deed)
    expect(summary?.learned).not.toBe('')
  })

  test.each(told.yes.map((yes) => [yes]))('%s accepts the offer', (yes) => {
    expect(agrees(yes)).toBe(true)
    const offered: Step[] = [{ said: text(told.deed, told.question) }, { asked: yes, promptId: 'b' }]
    const steps: Step[] = [...offered, done(edit(`${ROOT}/src/export.ts`, 'a', 'b')), { said: told.deed }]
    expect(handed(steps)).toMatchObject({ goal: told.offered, goalBy: 'agent', next: '' })
    expect(handed([...fixed(told), ...steps.slice(1)])).toMatchObject({ goal: told.offered, goalBy: 'agent' })
  })

  test.each(told.chores.map((chore) => [chore]))('%s is no goal', (chore) => {
    expect(isHousekeeping(chore)).toBe(true)
    const steps: Step[] = [
      { asked: chore, promptId: 'b' },
      done(shell('git push'), 'main -> main'),
      { said: told.deed },
    ]
    expect(handed([...fixed(told), ...steps])).toMatchObject({ goal: told.request, goalBy: 'user' })
  })

  test('a request, even a polite one, is a request, and a question a question', () => {
    expect(intentOf(told.request)).toMatchObject({ kind: 'request', clause: told.request, verb: 'fix' })
    expect(intentOf(told.polite)).toMatchObject({ kind: 'request', verb: 'fix' })
    expect(intentOf(told.asks)).toMatchObject({ kind: 'question', clause: told.asks })
    for (const said of [told.request, told.polite, told.asks])
      expect([agrees(said), isHousekeeping(said)]).toEqual([false, false])
  })
})

/** Request, closing message and question in languages whose words are not known. */
const UNKNOWN = [
  ['Napraw błąd zaokrąglania kwot w koszyku', 'Zaokrąglanie naprawione.', 'Czy mam sprawdzić też eksport faktur?'],
  ['장바구니 금액의 반올림 오류를 수정해 주세요', '반올림을 수정했습니다.', '송장 내보내기도 확인할까요?'],
  ['कार्ट की राशियों में पूर्णांकन की गलती ठीक करो', 'पूर्णांकन ठीक हो गया।', 'क्या मैं चालान का निर्यात भी जाँचूँ?'],
  ['ٹوکری کی رقموں میں گول کرنے کی غلطی ٹھیک کرو', 'غلطی ٹھیک ہو گئی۔', 'کیا میں رسیدوں کی برآمد بھی دیکھوں؟'],
  ['แก้ข้อผิดพลาดการปัดเศษของยอดเงินในตะกร้า', 'แก้แล้ว', 'ให้ตรวจการส่งออกใบแจ้งหนี้ด้วยไหม?'],
] as const

test.each(UNKNOWN)('what depends on no words is told in any language: %s', (request, deed, question) => {
  const steps = fixed({ ...(LANGUAGES.English as Told), request, deed, question })
  const own = steps.map((step) => ('said' in step ? { said: `${deed}\n${question}` } : step))
  expect(handed(own)).toMatchObject({
    goal: request,
    now: 'Round amounts line by line (committed)',
    next: expect.stringContaining(question),
    files: [`${ROOT}/src/cart.ts`],
  })
})

test('words of other languages are no cues in English', () => {
  const points = ['Solution: one source for the manifest and a script.', 'Note: die on a bad mit file, or car and con.']
  expect(accountOf(`The plan is in the docs and it is clear. ${points[0]} ${points[1]}`).points).toEqual(
    expect.arrayContaining([points[0]]),
  )
  for (const said of ['Add a si prefix to the units', 'do we need this so soon', 'vale the bot'])
    expect(agrees(said)).toBe(false)
})
