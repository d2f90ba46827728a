import fc from 'fast-check'

/** Whoever says something in these sessions uses words that nobody else there uses. */
const WORDS = {
  person: ['pelican', 'parsnip', 'paddock', 'pennant', 'pumpkin'],
  agent: ['acorn', 'anchor', 'apricot', 'anvil', 'almond'],
  script: ['saffron', 'sextant', 'scallop', 'sparrow', 'sundial'],
  machine: ['magnet', 'marble', 'meadow', 'mitten', 'mosaic'],
  recap: ['raven', 'radish', 'ribbon', 'rudder', 'rocket'],
} as const
type Source = keyof typeof WORDS

/** What stands before a quotation of each. A commit's subject and a plan are the agent's; a machine is never quoted. */
const SAID_BY: Readonly<Record<Source, RegExp>> = {
  person: /\b(?:user|you) (?:asked|said|chose|corrected|wrote)\b/,
  agent:
    /\bagent (?:reported|asked|said|offered|chose|wrote)\b|\bcommit\b|\bcommitted\b|\bplan\b|\bobserved\b|\bagreed:/,
  script: /\bscript (?:asked|said|chose)\b/,
  machine: /(?!)/,
  recap: /(?:^|: )recap by the agent \(/i,
}

/** The quotations on a line, and what stands before each, up to the previous one. */
const quotations = (line: string): readonly (readonly [before: string, text: string])[] =>
  [...line.matchAll(/([^“”]*)“([^”]*)”?/g)].map(([, before = '', text = '']) => [before, text])

/** The marker words of a line that stand outside of any quotation, or under the name of somebody else. */
export function misattributed(line: string): readonly string[] {
  const bare = line.replace(/“[^”]*”?/g, ' ')
  return Object.entries(WORDS).flatMap(([source, words]) =>
    words.flatMap((word) => [
      ...(bare.includes(word) ? [`${word} outside: ${line}`] : []),
      ...quotations(line)
        .filter(([before, text]) => text.includes(word) && !SAID_BY[source as Source].test(before))
        .map(([before]) => `${word} under "${before}": ${line}`),
    ]),
  )
}

/** Sentences by who says them, with a gap for one of its words. */
const FORMS = {
  asks: [
    'Add a @ to the tide table',
    'Rename the @ in tide.ts',
    'Fix the @ that shows twice',
    'Why does the @ come back empty?',
    '@ please',
    'The @ is still wrong',
    'Use the @ instead of the other one',
    'No, keep the @ for now',
    'Always sort the @ first',
    'Look into the @ and tell me what you find',
  ],
  consents: ['yes', 'Yes, go ahead', 'ok', '2', 'continue', 'looks good, commit it'],
  reports: [
    'Added the @ to the tide table and sorted it.',
    'The @ comes back empty because the cache is never filled.',
    'Done. I renamed the @. Shall I also remove the @?',
    'I can either:\n\n1. Keep the @ as it is\n2. Replace the @ with a list\n\nWhich one do you want?',
    '## Next\n- Write a test for the @\n- Document the @',
    'I decided to keep the @ out of the table, since it is computed. Next: the @.',
    '@',
  ],
  recaps: ['Sorting the @; the table is done. Next: the @ test.', 'Waiting for a word on the @.'],
  notices: [
    '<task-notification>\n<summary>The @ is done. Add the @ to the tide table.</summary>\n</task-notification>',
    '{"task_id":"b1","description":"Rename the @"}',
    '<ci-monitor-event>\nThe @ failed\n</ci-monitor-event>\nFix the @.',
  ],
} as const

interface Saying {
  readonly by: Source
  readonly text: string
}

const saying = (by: Source, forms: readonly string[]): fc.Arbitrary<Saying> =>
  fc
    .tuple(fc.constantFrom(...forms), fc.constantFrom(...WORDS[by]))
    .map(([form, word]) => ({ by, text: form.replaceAll('@', word) }))

/** A turn: who asks what, whether anything is changed and committed, and what the agent says, if it comes to that. */
export const turn = fc.record({
  asked: fc.oneof(
    { weight: 4, arbitrary: saying('person', [...FORMS.asks, ...FORMS.consents]) },
    { weight: 2, arbitrary: saying('script', FORMS.asks) },
    { weight: 1, arbitrary: saying('machine', FORMS.notices) },
  ),
  edits: fc.boolean(),
  commits: fc.boolean(),
  subject: fc.constantFrom(...WORDS.agent).map((word) => `Sort the ${word} of the tide table`),
  said: fc.option(saying('agent', FORMS.reports), { freq: 5 }),
  recap: fc.option(saying('recap', FORMS.recaps), { freq: 2 }),
  compacts: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})

/** A turn of such a session. */
export type Said = typeof turn extends fc.Arbitrary<infer T> ? T : never
