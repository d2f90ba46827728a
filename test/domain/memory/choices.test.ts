import { describe, expect, it } from 'vitest'
import { confirming } from '../../../src/domain/memory/merge.ts'
import { TITLE_MAX } from '../../../src/domain/memory/title.ts'
import { done, edit, type Step } from '../samples.ts'
import { observe } from './observing.ts'

describe("a person's choice", () => {
  const chosen = (steps: readonly Step[]) => observe(steps).filter(({ type }) => type === 'decision')

  it('of an option is a decision, with the question it answers', () => {
    const asks = 'Where should the drafts be kept? → In the browser only'
    const [found, ...more] = chosen([
      { asked: 'keep drafts' },
      done({ kind: 'other', text: 'Where should the drafts be kept?', puts: 'question' }, asks),
      done({ kind: 'other', text: 'Shall I commit this now?', puts: 'question' }, 'Shall I commit this now? → Yes'),
      { said: 'Ok.' },
    ])
    expect(more).toEqual([])
    expect(found).toMatchObject({ title: asks, decidedBy: 'user' })
  })

  it.each([
    ["let's go with B", 'Where do drafts go? → option B: Keep them in the browser'],
    ['option a, please', 'Where do drafts go? → option a: Store them on the server'],
  ])('%j is recorded with the option it picks', (asked, title) => {
    const before =
      '**Option A:** Store them on the server\n**Option B:** Keep them in the browser\n\nWhere do drafts go?'
    expect(chosen([{ asked: 'keep drafts' }, { said: before }, { asked }, { said: 'Ok.' }])).toMatchObject([
      { title, decidedBy: 'user' },
    ])
  })

  it('keeps its answer even if the question is long', () => {
    const question = `Where should the drafts be kept, ${'given how often people change devices, '.repeat(5)}in the end?`
    const [found] = chosen([
      { asked: 'keep drafts' },
      done({ kind: 'other', text: question, puts: 'question' }, `${question} → In the browser only`),
      { said: 'Ok.' },
    ])
    expect(found?.title).toMatch(/^Where should the drafts be kept.*… → In the browser only$/)
    expect(found?.title.length).toBeLessThanOrEqual(TITLE_MAX)
  })

  it('of one thing instead of another is quoted as written', () => {
    const asked = 'No, use luxon instead of moment for the dates. Thanks!'
    const steps: Step[] = [{ asked }, done(edit('src/app.ts', 'a', 'b')), { said: 'Done.' }]
    expect(chosen(steps)).toMatchObject([{ title: 'No, use luxon instead of moment for the dates.' }])
  })

  it.each([
    'A is too expensive',
    'A seems wrong, B',
    'B is a bad idea',
    'I like B but A is cheaper',
    'i like a and b',
    'A is what we had before',
  ])('of an option is not what %j says', (asked) => {
    const before = 'Two options:\n\nA) Redis holds the drafts\nB) Postgres holds the drafts\n\nWhich do you prefer?'
    expect(chosen([{ asked: 'keep drafts' }, { said: before }, { asked }, { said: 'Ok.' }])).toEqual([])
  })

  it('of a number that two lists have is none', () => {
    const before =
      'Which option?\n1. Delete the old table\n2. Keep it for a month\n\nThe steps after it:\n1. Back up\n2. Migrate'
    expect(chosen([{ asked: 'drop it' }, { said: before }, { asked: 'option 2' }, { said: 'Ok.' }])).toEqual([])
  })

  it('is not found in a prompt that merely continues', () => {
    const before = 'I found two things:\n1. The footer is empty\n2. The header is too tall\n\nShall I go on?'
    for (const asked of ['2', 'yes', 'fix 1', 'use the other branch'])
      expect(chosen([{ asked: 'look at the page' }, { said: before }, { asked }, { said: 'Ok.' }])).toEqual([])
  })

  const ROUNDING = 'The totals are off by a cent. Should I round half up instead of truncating?'
  const UUIDS = 'Should I use UUIDs as keys of the orders?'
  const answered = (before: string, asked: string) =>
    chosen([{ asked: 'look at the totals of the cart' }, { said: before }, { asked }, { said: 'Ok.' }])

  it.each([
    [ROUNDING, 'No, keep truncation for now', /round half up.*→ No, keep truncation for now$/],
    [
      ROUNDING,
      'nope. We keep truncating until the audit.',
      /round half up.*→ nope\. We keep truncating until the audit\.$/,
    ],
    [ROUNDING, 'No', /round half up instead of truncating\? → No$/],
    [ROUNDING, 'Yes, round half up from here on', /→ Yes, round half up from here on$/],
    [ROUNDING, 'yes', /round half up instead of truncating\? → yes$/],
    [ROUNDING, 'ok, go ahead', /→ (?:ok, )?go ahead$/],
    ['Should I switch to UUIDs for the keys?', 'Yes.', /UUIDs for the keys\? → Yes\.$/],
    [
      'Should we store the drafts in the browser?',
      "let's go with that",
      /drafts in the browser\? → let's go with that$/,
    ],
    ['Soll ich auf UUIDs als Schlüssel umstellen?', 'ja', /UUIDs als Schlüssel umstellen\? → ja$/],
    ['¿Debo usar UUIDs para las claves?', 'sí', /UUIDs para las claves\? → sí$/],
    ['Dois-je passer à des UUID pour les clés ?', 'oui', /UUID pour les clés \? → oui$/],
    ['Мне перейти на UUID для ключей?', 'да', /UUID для ключей\? → да$/],
    ['キーにUUIDを使いますか？', 'はい', /UUIDを使いますか？ → はい$/],
    [UUIDS, 'Yes. Wait, no, keep integers.', /orders\? → Yes\. Wait, no, keep integers\.$/],
    [UUIDS, 'Yes. But not for the invoices.', /orders\? → Yes\. But not for the invoices\.$/],
    [UUIDS, 'Looks good to me', /orders\? → Looks good to me$/],
    ['Are you okay with using UUIDs for the orders?', 'yes', /UUIDs for the orders\? → yes$/],
    ['Should the importer treat blank cells as missing?', 'yes', /blank cells as missing\? → yes$/],
    ['Do you want to keep the legacy endpoint of the invoices?', 'yes', /legacy endpoint of the invoices\? → yes$/],
    ['Which store should hold the drafts, the browser or the server?', 'the server', /drafts.*→ the server$/],
    ['Do you want me to rename `fetch_all` as well?', 'leave it as it is', /fetch_all.*→ leave it as it is$/],
    [
      'Soll ich kaufmännisch runden statt abzuschneiden?',
      'Nein, wir schneiden weiter ab',
      /runden.*→ Nein, wir schneiden weiter ab$/,
    ],
    [
      '¿Debo redondear en lugar de truncar los importes?',
      'No, seguimos truncando los importes',
      /truncar.*→ No, seguimos truncando/,
    ],
    [
      'Dois-je arrondir au lieu de tronquer les montants ?',
      'Non, on garde les montants tronqués',
      /tronquer.*→ Non, on garde/,
    ],
    ['Мне округлять вместо усечения сумм?', 'Нет, пока оставим усечение сумм', /усечения.*→ Нет, пока оставим/],
  ])('after the question %j, %j is a decision with both, in the words of both', (before, asked, title) => {
    expect(answered(before, asked)).toMatchObject([{ title: expect.stringMatching(title), decidedBy: 'user' }])
  })

  it.each([
    ['Which store should hold the drafts, the browser or the server?', 'yes'],
    ['Did the old store return these rows?', 'Yes.'],
    ['Did the old store return these rows?', 'No, the old store returned none.'],
    ['Is the key still in use by the store?', 'yes'],
    ['Does the importer still use the old store?', 'yes'],
    ['Did this account keep its old password?', 'yes'],
    ['Hat der Dienst die alten Schlüssel behalten?', 'ja'],
    ['Do you want another round of review?', 'yes'],
    ['Should the key still be in use by the store?', 'yes'],
    ['Should I keep an eye on the nightly build?', 'yes'],
    ['Should I keep digging?', 'yes'],
    ['Should I keep the server of the preview running?', 'yes'],
    ['Should I round trip the file through the parser?', 'yes'],
    ['Soll ich den Build im Auge behalten?', 'ja'],
    ['Should I keep searching the old logs?', 'yes'],
    ['Should I use the debugger to look at the crash?', 'yes'],
    ['Should I use a subagent for the search of the logs?', 'yes'],
    ['Can I use your staging account to reproduce the crash?', 'sure'],
    [UUIDS, 'Sounds good in theory, let me check with Ana'],
    [UUIDS, 'Yes. Or what would you do?'],
    ['Should I use one table or two for the drafts?', 'yes'],
    ['Should I keep the old parser?', 'yes, but only for this release'],
    ['Shall I commit the new parser and use it for the release?', 'yes'],
    ['Want me to run the migration and use the new table?', 'ja'],
    ['Should I continue with the uploader?', 'go ahead'],
    [ROUNDING, 'run the tests again'],
    [ROUNDING, 'no, first show me where it happens'],
    [ROUNDING, 'what would that change?'],
    [ROUNDING, "I don't see it in the report"],
    [ROUNDING, 'keep truncation just this once'],
    [ROUNDING, 'no idea'],
    [ROUNDING, 'no problem, round it'],
    [ROUNDING, 'never mind'],
    [ROUNDING, 'keep going'],
    [ROUNDING, 'keep in mind that the tests are slow'],
    [ROUNDING, 'take your time'],
    [ROUNDING, 'use your judgement'],
    [ROUNDING, "No, that's not what I meant"],
    ['Did you mean the cart or the invoice?', 'the invoice'],
    ['Do you see the toast or a blank page?', 'a blank page'],
    ['Shall I commit this now?', 'No, keep the changes'],
    ['Want me to push it, or wait for the review?', 'wait'],
    ['Should I start with the parser or the printer?', 'the parser'],
    ['Want me to create the script?', 'yes please create it'],
    ['1. I write a plan first\n2. I work on it here\n\nWhich approach?', '2'],
  ])('after %j, %j is none: it is for once', (before, asked) => {
    expect(answered(before, asked)).toEqual([])
  })

  it.each([
    ['Which store holds the drafts?', 'The browser', true],
    ['Which of these findings should I fix?', 'Do 1, 3', false],
    ['How are totals rounded?', 'All four', false],
    ['How are totals rounded?', '1 and 3', false],
    ['How are totals rounded?', 'Both: half up for totals, half even for taxes', true],
    ['The changelog is missing. What should be used?', 'There is one in docs/', false],
    ['May I remove the stale copy?', 'Yes, remove it', false],
    ['The copy is stale. May I remove it?', 'Yes, remove it', false],
    ['Which fix should we tackle?', 'The parser', false],
    ['Exports can be (1) CSV or (2) XLSX. What do you prefer?', '2', false],
    ['How many times should an upload be retried?', '3', true],
    ['What is the default page size of the list?', '50', true],
    ['Which ports should the server listen on?', '80 and 443', true],
    ['Which platforms should the installer support?', 'Both', true],
    ['Should a failed upload show a toast, a banner or nothing?', 'None', true],
    ['Which of the two formats should exports use?', 'CSV', true],
    ['Which of these databases should the exports use?', 'Postgres', true],
    ['Which files should the exporter include?', 'Only drafts', true],
    ['Which tests should run before a release?', 'All of them, on Linux and macOS', true],
    ['Who may I list as owners of an export?', 'Admins', true],
    ['Where is the feature flag kept?', 'It is stored per tenant', true],
    ['Which currency do exports use?', "It's always EUR", true],
  ])(
    'given to the question %j of the client by %j is one only if it can be understood: %j',
    (question, answer, isOne) => {
      const asks = done({ kind: 'other', text: question, puts: 'question' }, `${question} → ${answer}`)
      expect(chosen([{ asked: 'look at the totals' }, asks, { said: 'Ok.' }])).toHaveLength(isOne ? 1 : 0)
    },
  )

  it('of X for something instead is one, and of a commit alone is none', () => {
    const of = (asked: string) => chosen([{ asked }, done(edit('src/app.ts', 'a', 'b')), { said: 'Done.' }])
    expect(of('use luxon for the dates instead')).toHaveLength(1)
    expect(of('push to the other remote instead for this release')).toEqual([])
  })

  it('is told to have changed by a later one on the same subject, and to stand by one that says it again', () => {
    const [before] = answered(ROUNDING, 'No, keep truncation for now')
    const [change] = chosen([{ asked: 'Use round half up instead of truncating from here on' }, { said: 'Ok.' }])
    const other = chosen([{ asked: 'Use luxon instead of moment for the dates' }, { said: 'Ok.' }])[0]
    if (before === undefined || change === undefined || other === undefined) throw new Error('no decision')
    const next = (each: typeof change) =>
      confirming({ ...each, id: 'o_later', at: before.at + 1, session: 's2' }, [before])
    expect(next(change)).toMatchObject({ supersedes: before.id })
    expect(next(before)).toMatchObject({ confirms: before.id })
    expect([next(other).supersedes, next(other).confirms]).toEqual([undefined, undefined])
  })
})
