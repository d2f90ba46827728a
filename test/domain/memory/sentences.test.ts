import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fullStopOf, isQuestion, sentencesIn, withoutStop, wordCount } from '../../../src/domain/memory/sentences.ts'
import { runs } from '../../runs.ts'

test.each([
  ['已经修复。下一步：检查导出。要继续吗？', ['已经修复。', '下一步：检查导出。', '要继续吗？']],
  ['修正しました！次は？続けますか？', ['修正しました！', '次は？', '続けますか？']],
  ['半角です｡次も半角です｡', ['半角です｡', '次も半角です｡']],
  ['تم الإصلاح. هل أتابع؟نعم', ['تم الإصلاح.', 'هل أتابع؟', 'نعم']],
  ['ہو گیا۔ آگے بڑھوں؟', ['ہو گیا۔', 'آگے بڑھوں؟']],
  ['ठीक हो गया। क्या आगे बढ़ूँ?', ['ठीक हो गया।', 'क्या आगे बढ़ूँ?']],
  ['Corregido. ¿Sigo con la exportación? ¡Listo!', ['Corregido.', '¿Sigo con la exportación?', '¡Listo!']],
  ['Pero ¿quieres que siga? Sí.', ['Pero ¿quieres que siga?', 'Sí.']],
  ['Corrigé. « Total » est bon.', ['Corrigé.', '« Total » est bon.']],
  ['Исправлено. «Итого» верно.', ['Исправлено.', '«Итого» верно.']],
  ['已修复.下一步?好的', ['已修复.', '下一步?', '好的']],
  ['真的吗？！真的。', ['真的吗？！', '真的。']],
  ['他说“好的。”然后继续。', ['他说“好的。”然后继续。']],
  ['用 a.ts 和 v2.0 版本。完成', ['用 a.ts 和 v2.0 版本。', '完成']],
  ['値は３．５です．次へ', ['値は３．５です．', '次へ']],
  ['See e.g. this. Then 3. that, in a.ts? Yes', ['See e.g. this.', 'Then 3. that, in a.ts?', 'Yes']],
])('%s ends where its sentences end', (text, sentences) => {
  expect(sentencesIn(text)).toEqual(sentences)
})

const PIECES = [
  ...'。 ！ ？ ｡ ． ؟ ۔ । . ! ? … ¿ ¡ : ： ， 、 ( ） " ” 」 「 « » 3 v2 a.ts sync_job 修复 カート です كود тест naïve 🚀 e.g.'.split(
    ' ',
  ),
  ' ',
  '\n',
]
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''))
const bare = (text: string) => text.replace(/\s+/g, '')

test('sentences joined again are the text, in any mix of scripts, and a sentence is one sentence', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const sentences = sentencesIn(text)
      expect(bare(sentences.join(''))).toBe(bare(text))
      for (const sentence of sentences) expect(sentencesIn(sentence)).toEqual([sentence])
    }),
    { numRuns: runs(300) },
  )
})

test.each([
  ['Fix the cart', 3],
  ['修复购物车', 3],
  ['好的', 1],
  ['修复sync_job的错误', 4],
  ['カートを直して', 3],
  ['', 0],
])('%s has %i words', (text, count) => {
  expect(wordCount(text)).toBe(count)
})

test('questions are known by the marks of all scripts, and full stops go with the script', () => {
  for (const text of ['Go on?', '继续吗？', 'هل أتابع؟', '¿Sigo?', '「続けますか？」', '"Go on?")'])
    expect(isQuestion(text)).toBe(true)
  for (const text of ['Go on.', '好的。', 'a?b']) expect(isQuestion(text)).toBe(false)
  expect(['完了', 'です', 'done', 'готово', 'تم'].map(fullStopOf)).toEqual(['。', '。', '.', '.', '.'])
  expect(['完了。', 'done.:', 'تم،', 'ok?'].map(withoutStop)).toEqual(['完了', 'done', 'تم', 'ok?'])
})
