import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { handoffOf } from '../../../src/domain/memory/handoff.ts'
import { plainHeadline } from '../../../src/domain/memory/headline.ts'
import { intentOf, ownSentences, promptWish } from '../../../src/domain/memory/intent.ts'
import { shorten } from '../../../src/domain/memory/prose.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { withoutTail } from '../../../src/domain/memory/title.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import { runs } from '../../runs.ts'
import { done, edit, type Step, story } from '../samples.ts'
import { observe } from './observing.ts'

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Whether a text is a run of the prompt's words that starts at a sentence; a cut at its end is marked. */
function isRunOf(shown: string, prompt: string): boolean {
  const isCut = shown.endsWith('…')
  const words = plain(isCut ? shown.slice(0, -1) : shown)
  const source = plain(prompt)
  let at = -1
  for (;;) {
    at = source.indexOf(words, at + 1)
    if (at < 0) return false
    const [before, after] = [source.slice(0, at).trimEnd(), source.slice(at + words.length)]
    const isHead = before === '' || /[.!?…]$|(?:^|[.!?…] )(?:hi|hey|ok|thanks),$/i.test(before)
    if (isHead && (isCut ? /^[\s.,;:–—-]|^$/.test(after) : /^[.:]*(?: |$)/.test(after))) return true
  }
}

const names = fc.constantFrom(
  'Next.js',
  'console.log calls',
  'default exports',
  'the retry in upload.ts',
  'src/api/*.ts and *_test.go',
  'the v2.1 schema',
  'node:fs',
  'a NOT NULL column',
)
const wanted = fc.constantFrom(
  'no',
  'no more',
  'do not use',
  "don't add",
  'never touch',
  'please stop adding',
  'only use',
  'avoid',
  'can you please not remove',
  'could we maybe drop',
  "let's not rename",
  'we should never cache',
  'add',
  'fix',
  'just keep',
  'не трогай',
  'bitte keine',
)
const ends = fc.constantFrom(
  'please',
  'without tests',
  'but not in production',
  'unless it fails',
  'here',
  'until the build of all seventeen packages passes on every platform that we still support in this release',
)
const sentence = fc
  .tuple(wanted, names, ends, fc.constantFrom('.', '!', '?', ''))
  .map(([verb, name, end, stop]) => `${verb} ${name} ${end}${stop}`)
const prompt = fc
  .tuple(
    fc.constantFrom('', 'hi, ', 'ok, ', 'thanks, ', 'No, ', 'Next, ', 'So '),
    fc.array(sentence, { minLength: 1, maxLength: 3 }),
    fc.constantFrom(' ', '\n', '  '),
  )
  .map(([opener, sentences, gap]) =>
    [opener + sentences[0], ...sentences.slice(1)].map((each) => each.replace(/(\w)$/, '$1.')).join(gap),
  )

describe("a person's words", () => {
  it('are shown as complete sentences from their first word, however they are cut', () => {
    fc.assert(
      fc.property(prompt, fc.integer({ min: 30, max: 120 }), (asked, max) => {
        const { clause } = intentOf(asked)
        if (clause !== '') {
          expect(isRunOf(clause, asked)).toBe(true)
          expect(isRunOf(shorten(plainHeadline(clause), max), asked)).toBe(true)
        }
        for (const each of ownSentences(asked)) expect(isRunOf(each, asked)).toBe(true)
        for (const each of promptWish(asked).split(/(?<=[.!?…]) /))
          if (each !== '') expect(isRunOf(each, asked)).toBe(true)
      }),
      { numRuns: runs(200) },
    )
  })

  it('are kept in titles, requests and goals', () => {
    fc.assert(
      fc.property(prompt, (asked) => {
        const steps: Step[] = [{ asked }, done(edit('src/app.ts', 'a', 'b')), { said: 'Done.' }]
        const { events, prompts } = story(steps)
        const turns = turnsOf(events, prompts)
        const request = summarise(turns)?.request
        const shown = [
          ...observe(steps).map(({ title }) => withoutTail(title)),
          request,
          handoffOf(turns, { isSealed: false })?.goal,
        ]
        for (const text of shown) if (text !== undefined && text !== 'Edit') expect(isRunOf(text, asked)).toBe(true)
      }),
      { numRuns: runs(100) },
    )
  })

  it.each([
    ['No default exports please, we only use named exports', 'No default exports please, we only use named exports'],
    ['No more console.log in the workers', 'No more console.log in the workers'],
    ['Next.js build fails since the upgrade', 'Next.js build fails since the upgrade'],
    ['Do not\ncache the response of the login page', 'Do not cache the response of the login page'],
    ['Thanks! But never retry a payment', 'But never retry a payment'],
    ['Не трогай миграции, исправь только тесты', 'Не трогай миграции, исправь только тесты'],
  ])('%j keeps its first word and its negation', (asked, shown) => {
    expect(intentOf(asked).clause).toBe(shown)
  })

  it('exclude pasted output, as whole lines', () => {
    const asked = [
      'The upload stalls after a minute',
      '    at Socket.onEnd (net.js:12:34)',
      '[worker 3] retrying',
      'Error: socket hang up',
      '',
      'Can you make the upload retry once?',
    ].join('\n')
    expect(ownSentences(asked)).toEqual(['The upload stalls after a minute', 'Can you make the upload retry once?'])
    const announced = `I ran the import and got these errors: ${'worker lost, queue stalled; '.repeat(9)}`
    expect(ownSentences(announced)).toEqual(['I ran the import and got these errors:'])
  })

  it('exclude what the client marks as pasted, unless there is nothing else', () => {
    const paste = '<pasted_content id="28cf">\nWe always deploy on Fridays.\nLine two.\n</pasted_content>'
    expect(ownSentences(`Summarise the mail below \n\n${paste}\n`)).toEqual(['Summarise the mail below'])
    expect(ownSentences(`${paste}\nShorten it by half`)).toEqual(['Shorten it by half'])
    expect(ownSentences('<task>\nRename the parser module\n</task>').join(' ')).toContain('Rename the parser module')
  })

  it('in another language are kept as the whole first sentence', () => {
    expect(intentOf('Добавь повтор загрузки при обрыве. Потом обнови документацию.').clause).toBe(
      'Добавь повтор загрузки при обрыве',
    )
    expect(intentOf('Bitte Wiederholung beim Hochladen einbauen, danach Dokumentation anpassen')).toMatchObject({
      kind: 'request',
      clause: 'Bitte Wiederholung beim Hochladen einbauen, danach Dokumentation anpassen',
    })
  })
})
