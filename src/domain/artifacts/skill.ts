import { quantity } from '@hindcast/text/phrases.ts'
import { dayUtc } from '../context/times.ts'
import { limitsOf } from '../learning/meaning.ts'
import type { Lesson } from '../nouns/lesson.ts'
import type { Signal } from '../nouns/signal.ts'
import { examplesIn, inline, percent, type RuleText, reasonOf, ruleHeading, writtenRule } from './rule.ts'
import { sectionOf } from './section.ts'

/** A quote takes one line. */
const QUOTED = 200
const MOST_QUOTES = 10
/** The client accepts names of up to 64 characters. */
const NAME = 48
/** A subject of more words is a sentence rather than the name of something. */
const MOST_WORDS = 5

/** The folder of a lesson's skill, which is also its name. */
export function skillName(lesson: Lesson): string {
  const { id, subject, object } = lesson
  const isPlain = object === undefined && subject !== '' && limitsOf(lesson) === ''
  const slug = (isPlain ? subject : ruleHeading(lesson))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME)
    .replace(/^-+|-+$/g, '')
  return `learned-${slug === '' ? id.slice(2, 10) : slug}`
}

const PURPOSE = '## What This Skill Does'

/** The rule that a skill states; undefined if its heading is gone. */
export function purposeIn(text: string): string | undefined {
  const lines = text.split(/\r?\n/)
  const at = lines.indexOf(PURPOSE)
  return at < 0
    ? undefined
    : lines
        .slice(at + 1)
        .find((line) => line.trim() !== '')
        ?.trim()
}

/** The text of a lesson's skill. */
export function skillText(rule: RuleText, name: string, signals: readonly Signal[]): string {
  const { lesson } = rule
  const { confidence, scope, subject, object, qualifier = '', learnedAt } = lesson
  const sessions = new Set(rule.said.map(({ session }) => session)).size
  const about = [[subject, object].filter(Boolean).join(' or '), qualifier].join(' ').trim()
  const examples = examplesIn(rule)
  const said = signals.toSorted((a, b) => a.at - b.at).slice(-MOST_QUOTES)
  const isNamed = about !== '' && about.split(/\s+/).length <= MOST_WORDS
  const when = isNamed ? `when the work involves ${inline(about)}` : 'always'
  return [
    ...frontMatter({
      name,
      description: `What the user wants: ${writtenRule(lesson)} Applies ${when}.`,
      confidence: Math.floor(confidence * 1000) / 1000,
      learned_from: `${quantity(Math.max(1, rule.said.length), 'statement')} of the user in ${quantity(Math.max(1, sessions), 'session')}`,
      category: sectionOf(lesson),
    }),
    `# ${ruleHeading(lesson)}`,
    ...['', PURPOSE, writtenRule(lesson)],
    ...['', '## When to Apply', `In ${scope === 'everywhere' ? 'every project' : 'this project'}, ${when}.`],
    ...(examples.length === 0 ? [] : ['', '## Correct Usage', ...examples]),
    ...['', '## Context', ...said.map(({ at, quote, id }) => `- ${dayUtc(at)}: “${inline(quote, QUOTED)}” (${id})`)],
    ...['', '## Confidence', `${percent(confidence)}: ${reasonOf(rule)}.`],
    '',
    `Learned by Hindcast on ${dayUtc(learnedAt)}. To take it back, run \`hindcast undo\`.`,
    '',
  ].join('\n')
}

/** Every JSON value is also YAML, so nothing in a text can end its value. */
const frontMatter = (fields: Readonly<Record<string, string | number>>): readonly string[] => [
  '---',
  ...Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
  '---',
]
