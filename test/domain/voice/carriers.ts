import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Wraps a rule in a prompt in which it is not the person's own. */
export type Carrier = (rule: string) => string

/** Rules that hold at once if a person types nothing else. */
export const rules: readonly string[] = [
  'From now on, always use pnpm, never npm.',
  'always run the linter before a commit',
  'Never push to main.',
  'We use tabs here, never spaces.',
  'From now on use ruff instead of flake8 in this repo.',
  'Ab jetzt immer die Tests ausführen, bevor du committest.',
  'A partir de ahora usa siempre pnpm, nunca npm.',
]

/** One a line, `RULE` where the rule goes, all of them made up: work on a text, messages to others, what others wrote, output of programs, data. */
const texts = readFileSync(join(import.meta.dirname, 'carriers.txt'), 'utf8')
  .trimEnd()
  .split('\n')

/** Addresses, in which a rule looks different. */
const addresses: readonly Carrier[] = [
  (rule) => `Fetch https://example.org/${rule.replaceAll(' ', '-')} and check the status`,
  (rule) => `wget "https://example.org/?text=${encodeURIComponent(rule)}"`,
  (rule) => `https://example.org/#${rule.replaceAll(' ', '+')}`,
  (rule) => `Delete notes/${rule.replaceAll(' ', '_')}.txt`,
]

/** What is made for others to read, its title, and how its text is given. */
const MADE = [
  'create a PR',
  'now open an issue',
  'can you file a ticket',
  'publish a draft release',
  'update the pull request',
].concat(['give me a task', 'Please raise a bug', 'schedule a calendar event', 'push and create a merge request'])
const TITLES = [
  " titled 'Fix the footer'",
  ' titled "Fix the footer"',
  ' called `Fix footer`',
  ' named Fix footer',
  '',
].concat([
  ' (title: "Fix the footer")',
  ', title: “Fix”',
  ' for this branch',
  " titled 'chore: tooling'",
  ' (title "fix(ui): footer")',
  ' titled chore: tooling',
  ' "Fix the footer"',
])
const BODIES = [
  ' with the body\n%',
  ' with the following description\n\n%',
  ' and the text below\n%',
  ' with body: %',
  ' with the description: %',
  ' and body: %',
  ', body: %',
  ' and the following description: %',
]
  .concat([
    ' with body %',
    ' with content "%"',
    ': %',
    ' saying: %',
    ' - body: %',
    '. Body: %',
    '\nDescription:\n%',
    ' and notes: %',
  ])
  .concat([
    ' and set the body to: %',
    ' and put this in the body: %',
    ' where the body says: %',
    ' with acceptance criteria: %',
  ])

/** Each title with each body. */
const bodies = TITLES.flatMap((title, n) =>
  BODIES.map(
    (body, m): Carrier =>
      (rule) =>
        `${MADE[(n * BODIES.length + m) % MADE.length]}${title}${body.replace('%', () => rule)}`,
  ),
)

/** Every carrier. */
export const carriers: readonly Carrier[] = [
  ...texts.map((text): Carrier => {
    const unescaped = text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
    return (rule) => unescaped.replaceAll('RULE', () => rule)
  }),
  ...addresses,
  ...bodies,
]
