import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shell } from '../../domain/samples.ts'
import { scratch } from '../../engine/world.ts'
import { lived } from './layers.ts'

const RULES = `# Working here

- Use \`pnpm\` instead of \`npm\`.
- **Never run \`git push --force\`.**
- Don't use yarn when you deploy.
- Prefer short functions over long ones.

\`\`\`
Never use bun.
\`\`\`
`

/** The violations of a session that runs these commands under these instructions. */
async function violationsOf(commands: readonly string[], rules = RULES) {
  const path = join(scratch(), 'CLAUDE.md')
  writeFileSync(path, rules)
  const made = await lived()
  await made.take(
    made.asks('Go on'),
    made.loads(path),
    ...commands.map((command) => made.does(shell(command))),
    made.stops('Done.'),
  )
  return { signals: await made.signals(), lessons: await made.lessons() }
}

test('a command that the instructions forbid is a violation, once a session', async () => {
  const { signals, lessons } = await violationsOf([
    'npm test',
    'cd api && npm install x',
    'git push --force origin main',
  ])
  expect(signals.map(({ type, quote, confidence }) => [type, quote, confidence]).sort()).toEqual([
    ['violation', 'Never run `git push --force`.', 0.8],
    ['violation', 'Use `pnpm` instead of `npm`.', 0.7],
  ])
  expect(lessons).toEqual([])
})

test('commands that follow the rules, and rules with a condition or in an example, are no violations', async () => {
  const { signals } = await violationsOf(['pnpm test', 'git push', 'yarn install', 'bun test', 'echo "npm install"'])
  expect(signals).toEqual([])
})

test('instructions without rules about commands are never broken', async () => {
  const { signals } = await violationsOf(['npm test', 'ls'], 'Not all tests are fast. Do not touch the parser.\n')
  expect(signals).toEqual([])
})
