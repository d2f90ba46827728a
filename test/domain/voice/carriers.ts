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

/** Every carrier. */
export const carriers: readonly Carrier[] = [
  ...texts.map((text): Carrier => {
    const unescaped = text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
    return (rule) => unescaped.replaceAll('RULE', () => rule)
  }),
  ...addresses,
]
