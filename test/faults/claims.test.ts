import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { openStore } from '../../src/adapters/store/sqlite/store.ts'
import { scratch, workerUrl } from '../adapters/store/sqlite/fresh.ts'
import type { Tried } from './claimants.ts'
import './measured.ts'
import { isWhole } from './scenario.ts'

const [PROCESSES, TRIES] = isWhole ? [4, 1_000_000] : [4, 50_000]

async function built(folder: string): Promise<string> {
  const outfile = join(folder, 'claimants.mjs')
  await build({
    entryPoints: [join(import.meta.dirname, 'claimants.ts')],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    outfile,
    bundle: true,
    platform: 'node',
    mainFields: ['module', 'main'],
    format: 'esm',
    logLevel: 'silent',
  })
  return outfile
}

test(`in ${TRIES} tries of ${PROCESSES} processes, no claim has two holders, and those of the dead are taken over`, async ({
  task,
}) => {
  const folder = scratch()
  const [file, marks] = [join(folder, 'hindcast.db'), join(folder, 'marks')]
  mkdirSync(marks)
  await (await openStore({ file, readers: 1, workerUrl })).close()
  const program = await built(folder)
  const run = async (n: number): Promise<Tried> => {
    const words = [program, file, workerUrl.href, marks, `p${n}`, String(TRIES / PROCESSES)]
    return JSON.parse((await execa(process.execPath, words)).stdout) as Tried
  }
  const all = await Promise.all(Array.from({ length: PROCESSES }, (_, n) => run(n)))
  const sum = (count: (one: Tried) => number) => all.reduce((total, one) => total + count(one), 0)
  const [taken, inherited, doubled] = [sum((one) => one.taken), sum((one) => one.inherited), sum((one) => one.doubled)]
  task.meta.measured = {
    ...{ fault: `${sum(({ tries }) => tries)} tries to take a claim`, lost: 0, doubled },
    note: `${taken} taken, ${inherited} of them from dead sessions`,
  }
  expect(doubled).toBe(0)
  expect(inherited).toBeGreaterThan(0)
})
