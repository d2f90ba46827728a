import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { textOf } from '../../../src/adapters/workspace/instructions.ts'

test('of a file the head is read; of a folder, a pipe that nobody writes to, or nothing at all, nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-instructions-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'CLAUDE.md'), '- Use pnpm.\n')
  writeFileSync(join(folder, 'long.md'), 'x'.repeat(100_000))
  execFileSync('sh', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
  expect(await textOf(join(folder, 'CLAUDE.md'))).toBe('- Use pnpm.\n')
  expect(await textOf(join(folder, 'long.md'))).toHaveLength(65_536)
  for (const path of [folder, join(folder, 'pipe'), join(folder, 'none.md')]) expect(await textOf(path)).toBe('')
})
