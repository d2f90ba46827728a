import { expect, test } from 'vitest'
import { answerOf } from '../../../src/analysis/answer.ts'
import { callForm, isByName } from '../../../src/analysis/answers/call-forms.ts'
import { withTextMentions } from '../../../src/analysis/answers/text-mentions.ts'
import { memoryView, type Written } from './memory-view.ts'

const NONE = memoryView({ files: {} })
const formIn = (path: string) =>
  callForm({ name: 'boot', pattern: /boot/, words: [], isFile: false, file: path, isAnywhere: false }, path, NONE)

test.each([
  [
    'a.java',
    ['boot();', 'x.boot(1)', 'App::boot', 'this.<T>boot ()'],
    ['int boot = 1;', 'reboot()', 'booted()', 'boot + 1'],
  ],
  ['a.c', ['#define RUN() boot()', 'run(&boot)', 'p->boot(1)'], ['int boot;', 'x = boot * 2']],
  ['a.rs', ['boot::<u8>()', 'Self::boot', 'boot!(1)', 'x.boot()'], ['let boot = 1', "let x: &'static str = y"]],
  ['a.kt', ['boot { it }', '::boot', 'x?.boot()'], ['val boot = 1']],
  ['a.go', ['boot[int](x)', 'go boot()', 'app.boot'], ['boot := 1']],
  ['a.rb', ['  boot', 'x = boot', 'method(:boot)', 'boot 1', 'puts(boot)'], ['boot = 1', 'x.reboot']],
  ['a.ex', ['|> boot', 'fn -> boot(1) end', '&boot/1', 'x \\\\ boot()', 'as: :boot'], ['boot = 1']],
  ['a.sh', ['boot 1', 'if boot; then', 'x=$(boot)', 'a && boot'], ['echo boot', 'boot=1', '--boot']],
])('in %s a call or reference that may be lost is told from other words', (path, forms, others) => {
  expect(forms.filter((text) => !formIn(path)?.test(text))).toEqual([])
  expect(others.filter((text) => formIn(path)?.test(text))).toEqual([])
})

test('where values are followed, and in other languages, nothing looks like a lost call', () => {
  expect(formIn('a.ts')).toBeUndefined()
  const sought = { name: 'boot', pattern: /boot/, words: [], isFile: false, file: 'a.java', isAnywhere: false }
  expect(callForm(sought, 'a.rb', NONE)).toBeUndefined()
  expect(callForm(sought, 'a.java', NONE)).toBeDefined()
  expect(isByName(sought, NONE)).toBe(true)
})

const SHOP: Written = {
  files: {
    'src/Till.java': 'class Till {\n  void close() {\n    inner.close();\n  }\n}\n',
    'src/Shop.java':
      'class Shop {\n  void run() {\n    till.close();\n    lost().close();\n    boolean close = true;\n    // close()\n  }\n}\n',
    'src/shop.ts': 'run.close()\n',
  },
  entities: {
    'src/Till.java': ['class Till 1-5', 'method Till.close 2-4'],
    'src/Shop.java': ['class Shop 1-8', 'method Shop.run 2-7'],
  },
  calls: ['src/Shop.java Shop.run -> src/Till.java Till.close @3 0.9'],
  about: { 'src/Till.java': { language: 'java' }, 'src/Shop.java': { language: 'java' } },
}

const placesOf = (written: Written) => {
  const view = memoryView(written)
  const question = { kind: 'callers', target: 'src/Till.java:close' } as const
  const { mentions = [] } = withTextMentions(answerOf(question, view), question, view)
  return mentions.map((each) => [`${each.file}:${each.line}`, each.in, each.within])
}

test('beside calls that are known, lines are told that look like a call and that none explains', () => {
  const due = [
    ['src/Shop.java:4', 'code', 'Shop.run'],
    ['src/Till.java:3', 'code', 'Till.close'],
  ]
  expect(placesOf(SHOP)).toEqual(due)
  const without = Object.assign({}, SHOP, { calls: [] })
  expect(placesOf(without)).toContainEqual(['src/Shop.java:3', 'code', 'Shop.run'])
})

test.each(['degrees=', '[]', '+'])('of %s, uses by syntax alone are said not to be known', (name) => {
  const files = { 'a.rb': `class A\n  def ${name}(v)\n  end\nend\n` }
  const view = memoryView({ files, entities: { 'a.rb': ['class A 1-4', `method A.${name} 2-3`] } })
  const question = { kind: 'callers', target: 'a.rb:2' } as const
  expect(withTextMentions(answerOf(question, view), question, view).notes).toEqual([
    `uses of ${name} by syntax, without its name as it is written here, are not known`,
  ])
})
