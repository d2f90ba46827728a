import { expect, test } from 'vitest'
import { sessionLine, sittingsOf } from '../../../src/domain/context/session-lines.ts'
import { summaryOf } from '../memory/records.ts'
import { T0 } from '../samples.ts'
import { NOW, page } from './page.ts'

// The file is renewed by `npx vitest run --project unit test/domain/context/session-lines.test.ts -u`; read what changes before you commit it
test('sessions without records are told by what they were asked and came to', async () => {
  const at = (id: string, over: Parameters<typeof summaryOf>[0]) => summaryOf({ id, ...over })
  const line = (...sitting: ReturnType<typeof summaryOf>[]) =>
    sittingsOf(sitting).flatMap((each) => sessionLine(each, NOW))
  const text = page({
    both: line(at('m_1', { request: 'Add a rounding mode to the cart', completed: 'Added roundLine to money.ts.' })),
    'what was learned': line(
      at('m_1', {
        request: 'Why do cart totals differ?',
        completed: '',
        learned: 'Totals are rounded twice in invoice.ts.',
      }),
    ),
    'said again': line(at('m_1', { request: 'Add roundLine to money.ts', completed: 'Added roundLine to money.ts.' })),
    'only files': line(at('m_1', { completed: 'Changed cart.ts and money.ts.' })),
    'a question': line(at('m_1', { completed: 'Should roundLine go to money.ts?' })),
    'two sittings': line(
      at('m_2', { at: T0 + 1, request: 'continue', completed: 'Moved roundLine to cents.ts.' }),
      at('m_1', { request: 'Add a rounding mode to the cart', completed: 'Added roundLine.' }),
    ),
    'two sessions': line(
      at('m_1', { completed: 'Added roundLine to money.ts.' }),
      at('m_2', { session: 'other', completed: 'Removed tax.ts from the build.' }),
    ),
  })
  await expect(text).toMatchFileSnapshot('lines/sessions.txt')
})
