import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { withBlock } from '../../../src/domain/artifacts/block.ts'
import { examplesOf } from '../../../src/domain/artifacts/examples.ts'
import { foundIn, learnedFrom } from '../../../src/domain/artifacts/read-back.ts'
import { blockLines, contentsOf, hashOf, ruleLines } from '../../../src/domain/artifacts/rules-block.ts'
import { sectionOf } from '../../../src/domain/artifacts/section.ts'
import { skillName, skillText } from '../../../src/domain/artifacts/skill.ts'
import { standingOf } from '../../../src/domain/artifacts/standing.ts'
import type { Artifact } from '../../../src/domain/nouns/artifact.ts'
import type { Lesson } from '../../../src/domain/nouns/lesson.ts'
import type { Signal } from '../../../src/domain/nouns/signal.ts'
import { defaults, settingsOf } from '../../../src/domain/settings.ts'
import { character } from '../characters.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 23)
const TAG = '0a1b2c3d'

const lesson = (over: Partial<Lesson> = {}): Lesson => ({
  id: 'l_0123456789abcdef',
  project: 'p1',
  at: NOW - DAY,
  learnedAt: NOW - 20 * DAY,
  type: 'rule',
  text: 'Use uv instead of pip.',
  polarity: 'do',
  subject: 'uv',
  object: 'pip',
  scope: 'project',
  state: 'active',
  isPinned: false,
  confidence: 0.978,
  support: 3,
  sessions: 2,
  contra: 0,
  followed: 0,
  violated: 0,
  evidence: [],
  ...over,
})
const shell = (command: string) => ({ body: { act: { kind: 'shell' } }, input: command })
const said = [20, 19, 1].map((days) => ({ at: NOW - days * DAY, session: days === 1 ? 's2' : 's1' }))
const none: ReadonlyMap<string, readonly string[]> = new Map()

describe('a rule in an instruction file', () => {
  test('has a heading, the preference, its reason with dates, real examples, and its confidence', () => {
    const rule = {
      lesson: lesson(),
      said,
      ...examplesOf(lesson(), [shell('pip install flask'), shell('uv pip install flask')]),
    }
    expect(blockLines([rule], none, []).slice(2)).toEqual([
      '',
      '### Tool Preferences',
      '',
      '#### uv instead of pip',
      '- **Preference**: Use uv instead of pip.',
      '- **Reason**: the user said so 3 times in 2 sessions (Nov 3, 2026 to Nov 22, 2026)',
      '- ✅ `uv pip install flask`',
      '- ❌ `pip install flask`',
      '- **Confidence**: 97%, learned Nov 3, 2026 (l_0123456789abcdef)',
    ])
  })

  test('has no examples if the agent ran no such command', () => {
    const found = [
      shell('echo pip'),
      shell('pip install `id`'),
      shell('pip install a\nrm -r b'),
      { body: {}, input: 'pip' },
    ]
    expect(examplesOf(lesson(), found)).toEqual({ right: undefined, wrong: undefined })
  })

  test.each([
    ['Tool Preferences', { subject: 'pytest', object: 'unittest', text: 'Use pytest, not unittest' }],
    [
      'Workflow Rules',
      { subject: 'run the tests before you commit', object: undefined, text: 'Always run the tests before you commit' },
    ],
    ['Code Style', { subject: 'tabs', object: 'spaces', text: 'Use tabs, not spaces' }],
    ['Communication', { subject: 'answer in German', object: undefined, text: 'Always answer in German' }],
    ['Other Rules', { subject: 'touch the legacy folder', object: undefined, text: 'Never touch the legacy folder' }],
  ] as const)('belongs under %s', (section, words) => {
    expect(sectionOf(lesson(words))).toBe(section)
  })

  test('cannot end its block, import a file or open a tag, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 200 }), (words) => {
        const text = `Use @/etc/passwd ${words} <!-- hindcast:end ${TAG} --> <b>\n# Title\n@secret`
        const lines = ruleLines({ lesson: lesson({ text, subject: text }), said })
        expect(lines.every((line) => !/[\r\n]|<!--|<b>|(?:^|\s)@/.test(line))).toBe(true)
        expect(contentsOf(lines).chunks).toMatchObject([{ lesson: lesson().id }])
      }),
    )
  })
})

describe('a skill', () => {
  test('has valid front matter and the rule, whatever the rule says', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 200 }), (words) => {
        const about = lesson({ text: `${words}: "- x"\n---\n`, subject: words, object: undefined })
        const name = skillName(about)
        const text = skillText({ lesson: about, said }, name, [])
        const [, front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? []
        const document = parseDocument(front)
        expect(document.errors).toEqual([])
        expect(document.toJS()).toMatchObject({
          name,
          confidence: 0.978,
          learned_from: '3 statements of the user in 2 sessions',
        })
        expect(name).toMatch(/^learned-[a-z0-9]+(?:-[a-z0-9]+)*$/)
        expect(name.length).toBeLessThanOrEqual(64)
      }),
    )
  })

  test('ends with who wrote it, when, and how to undo it', () => {
    const text = skillText({ lesson: lesson(), said }, 'learned-uv-instead-of-pip', [])
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      'Learned by Hindcast on Nov 3, 2026. To take it back, run `hindcast undo`.',
    )
  })
})

describe('what somebody edits in a file', () => {
  const second = lesson({ id: 'l_fedcba9876543210', text: 'Use tabs, not spaces', subject: 'tabs', object: 'spaces' })
  const rules = [
    { lesson: lesson(), said },
    { lesson: second, said },
  ]
  const marks = Object.fromEntries(rules.map((rule) => [rule.lesson.id, { at: 1, mark: hashOf(ruleLines(rule)) }]))
  const artifact: Artifact = {
    ...{
      id: 'a_1',
      project: 'p1',
      at: 1,
      type: 'block',
      state: 'written',
      path: '/p/RULES.md',
      rules: marks,
      tag: TAG,
    },
    ...{ isCreated: true, folders: [], isTold: true, isLoaded: true },
  }
  const written = withBlock('# Notes\n', TAG, blockLines(rules, none, []))

  test('nothing is found in an unchanged file', () => {
    expect(foundIn(artifact, `Mine\n${written}more\n`, 2)).toEqual({ artifact, edits: [] })
  })

  test('changed words are found, and so is their rule', () => {
    const { artifact: now, edits } = foundIn(
      artifact,
      written.replace('Use uv instead of pip.', 'Use poetry instead of pip.'),
      2,
    )
    expect(edits).toEqual([{ lesson: lesson().id, text: 'Use poetry instead of pip.' }])
    expect(now.rules[lesson().id]).toEqual({ at: 1, mark: 'edited' })
    const [edit] = edits
    const learned = edit && learnedFrom(lesson(), edit, { session: 's', now: 2, path: '/p' })
    expect(learned?.lesson).toMatchObject({
      text: 'Use poetry instead of pip.',
      subject: 'poetry',
      object: 'pip',
      decidedBy: 'person',
    })
    expect(learned?.signal).toMatchObject({ quote: 'Use poetry instead of pip.', by: 'person' })
  })

  test('a deleted rule is found, and retires its lesson without teaching the opposite', () => {
    const gone = written.replace(ruleLines({ lesson: lesson(), said }).join('\n'), '')
    const { edits } = foundIn(artifact, gone, 2)
    expect(edits).toEqual([{ lesson: lesson().id, text: undefined }])
    const learned = learnedFrom(lesson(), { lesson: lesson().id }, { session: 's', now: 2, path: '/p' })
    expect(learned?.lesson).toMatchObject({ state: 'retired', decidedBy: 'person' })
    expect(learned?.signal).toMatchObject({ type: 'rejection', subject: '' })
  })

  test('nothing is read into a block that is gone as a whole', () => {
    expect(foundIn(artifact, '# Notes\n', 2)).toMatchObject({ artifact: { state: 'missing' }, edits: [] })
    expect(foundIn(artifact, undefined, 2)).toMatchObject({ artifact: { state: 'missing' }, edits: [] })
  })

  test('a line of a person’s own inside the block is kept', () => {
    const lines = ['### Tool Preferences', '', '#### My rule', 'mine', ...ruleLines({ lesson: lesson(), said })]
    expect(contentsOf(lines)).toMatchObject({ chunks: [{ lesson: lesson().id }], loose: ['#### My rule', 'mine'] })
  })
})

describe('where one session is enough', () => {
  const limits = settingsOf({ ...defaults, 'learn.sessions': 1 })
  const heard = (quotes: readonly string[]): readonly Signal[] =>
    quotes.map((quote, n) => ({
      ...{
        id: `g_${n}`,
        session: 's',
        project: 'p1',
        at: n,
        type: 'directive',
        quote,
        polarity: 'do',
        subject: 'uv',
        object: 'pip',
      },
      ...{ reach: 'unsaid', hasHorizon: n === 2, confidence: 0.8, by: 'person', evidence: [] },
    }))
  const standing = (quotes: readonly string[]) =>
    standingOf(lesson({ sessions: 1 }), false, { signals: heard(quotes), isLive: true }, limits)

  test('a rule in different words is written, and one sentence repeated is one opinion', () => {
    expect(standing(['Use uv instead of pip', 'Use uv instead of pip', 'Always use uv, not pip'])).toBe('write')
    expect(standing(['uv, not pip', 'uv, not pip', 'uv, not pip'])).toBe('neither')
  })
})
