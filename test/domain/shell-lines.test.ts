import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkingOf } from '../../src/domain/checks/check.ts'
import type { Command } from '../../src/domain/classification.ts'
import { reachOf } from '../../src/domain/coordination/reach.ts'
import { changingCommands } from '../../src/domain/experience/changing.ts'
import { onlyLooks } from '../../src/domain/shell-reads.ts'
import { ROOT, shellLine } from './samples.ts'

const FOLDER = 'test/domain/shell-lines'

/** The words of a command as it is run, with the folders it may run in and what it reads, writes and is fed. */
const said = ({ program, args, source, ...more }: Command): string =>
  [JSON.stringify([program, ...args]), source === undefined ? 'hidden' : `${source.from}-${source.to}`]
    .concat(Object.entries(more).map(([name, value]) => `${name}: ${JSON.stringify(value)}`))
    .join(' · ')

// Renewed by `npx vitest run --project unit test/domain/shell-lines.test.ts -u`; read what changes before you commit it
test('what each of these lines runs, reads and changes is what it was', async () => {
  const lines = readFileSync(`${FOLDER}/lines.txt`, 'utf8').trimEnd().split('\n')
  const told = lines.flatMap((line) => {
    const { commands, ...found } = shellLine(line)
    const facts = Object.entries(found).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    )
    return [
      `$ ${line}`,
      `  ${onlyLooks(commands) ? 'looks only · ' : ''}${facts.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(' · ')}`,
      ...commands.map((command) => `  ${said(command)}`),
      ...commands.flatMap((command) => checkingOf(command) ?? []).map((check) => `  checks ${JSON.stringify(check)}`),
      ...changingCommands({ input: line, outcome: 'ok', body: { act: { kind: 'shell' } } }).map(
        ({ text, corrects, installs }) => `  may cure ${JSON.stringify({ text, corrects, installs })}`,
      ),
      ...reachOf(commands, ROOT).map((reach) => `  reaches ${JSON.stringify(reach)}`),
    ]
  })
  await expect(`${told.join('\n')}\n`).toMatchFileSnapshot('shell-lines/told.txt')
})
