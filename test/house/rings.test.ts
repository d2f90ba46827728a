import { posix } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { crossings } from './rings.ts'
import { sample } from './sample.ts'

// The project itself is held against the same by `npm run arch`
// Every ring, each importing what it may
const ALLOWED = {
  'src/domain/a.ts': "import { sha256 } from '@noble/hashes/sha2.js'\nexport const a = sha256\n",
  'src/domain/memory/b.ts': "import { a } from '../a.ts'\nexport const b = a\n",
  'src/domain/context/i.ts': "import { b } from '../memory/b.ts'\nexport const i = b\n",
  'src/ports/store.ts': "import type { b } from '../domain/memory/b.ts'\nexport type Store = typeof b\n",
  'src/ports.ts': "export type { Store } from './ports/store.ts'\n",
  'src/wire/host/c.ts': "import { z } from 'zod'\nimport { a } from '../../domain/a.ts'\nexport const c = [z, a]\n",
  'src/behaviours/capture/d.ts': "import { a } from '../../domain/a.ts'\nexport default a\n",
  'src/behaviours/registry.ts': "import d from './capture/d.ts'\nexport const behaviours = [d]\n",
  'src/engine/e.ts': "import type { behaviours } from '../behaviours/registry.ts'\nexport type E = typeof behaviours\n",
  'src/operations/f.ts': "import type { Store } from '../ports.ts'\nexport default {} as Store\n",
  'src/operations/registry.ts': "import f from './f.ts'\nexport const operations = [f]\n",
  'src/http/g.ts':
    "import { pino } from 'pino'\nimport { operations } from '../operations/registry.ts'\nexport const g = [pino, operations]\n",
  'src/adapters/store/sqlite/h.ts':
    "import { DatabaseSync } from 'node:sqlite'\nimport type { Store } from '../../../ports.ts'\nexport const h = DatabaseSync as Store\n",
  'src/daemon/main.ts':
    "import { h } from '../adapters/store/sqlite/h.ts'\nimport { behaviours } from '../behaviours/registry.ts'\nexport const main = [h, behaviours]\n",
  'viewer/page.tsx':
    "import { render } from 'preact'\nimport type { Store } from '../src/ports.ts'\nexport const page = render as unknown as Store\n",
  'src/hook/start.ts': "import { connect } from 'node:net'\nexport const start = connect\n",
}

// The rule that refuses it, the file that imports, and what
const REFUSED = [
  ['ring domain', 'src/domain/built-in.ts', 'node:fs'],
  ['ring domain', 'src/domain/package.ts', 'zod'],
  ['ring domain', 'src/domain/port.ts', '../ports/x.ts'],
  ['order of domain', 'src/domain/coordination/context.ts', '../context/x.ts'],
  ['order of domain', 'src/domain/experience/context.ts', '../context/x.ts'],
  ['order of domain', 'src/domain/experience/learning.ts', '../learning/x.ts'],
  ['order of domain', 'src/domain/memory/context.ts', '../context/x.ts'],
  ['order of domain', 'src/domain/memory/learning.ts', '../learning/x.ts'],
  ['order of domain', 'src/domain/retrieval/context.ts', '../context/x.ts'],
  ['order of domain', 'src/domain/voice/learning.ts', '../learning/x.ts'],
  ['every folder of domain stands in the order', 'src/domain/extra/memory.ts', '../memory/x.ts'],
  ['ring wire', 'src/wire/host/built-in.ts', 'node:fs'],
  ['ring wire', 'src/wire/host/port.ts', '../../ports/x.ts'],
  ['ring behaviours', 'src/behaviours/capture/engine.ts', '../../engine/x.ts'],
  ['ring behaviours', 'src/behaviours/capture/sibling.ts', './x.ts'],
  ['ring ports', 'src/ports/wire.ts', '../wire/host/x.ts'],
  ['ring operations', 'src/operations/engine.ts', '../engine/x.ts'],
  ['ring operations', 'src/operations/adapter.ts', '../adapters/store/x.ts'],
  ['ring operations', 'src/operations/registry-user.ts', './registry.ts'],
  ['ring engine', 'src/engine/behaviour.ts', '../behaviours/capture/x.ts'],
  ['ring engine: types only', 'src/engine/registry.ts', '../behaviours/registry.ts'],
  ['ring engine', 'src/engine/wire.ts', '../wire/host/x.ts'],
  ['ring adapters', 'src/adapters/models/store.ts', '../store/x.ts'],
  ['stores do not know each other', 'src/adapters/store/sqlite/other.ts', '../postgres/x.ts'],
  ['ring sources', 'src/sources/engine.ts', '../engine/x.ts'],
  ['ring http', 'src/http/operation.ts', '../operations/x.ts'],
  ['ring mcp', 'src/mcp/http.ts', '../http/x.ts'],
  ['ring hook', 'src/hook/package.ts', 'zod'],
  ['ring hook', 'src/hook/domain.ts', '../domain/x.ts'],
  ['ring domain', 'src/domain/analyser.ts', '../../packages/code-insight/src/x.ts'],
  ['package text', 'packages/text/src/built-in.ts', 'node:fs'],
  ['package guarded', 'packages/guarded/src/product.ts', '../../../src/domain/x.ts'],
  ['package code-insight', 'packages/code-insight/src/analysis/built-in.ts', 'node:fs'],
  ['package code-insight', 'packages/code-insight/src/process/product.ts', '../../../../src/domain/x.ts'],
  ['ring daemon', 'src/daemon/cli.ts', '../cli/x.ts'],
  ['ring viewer', 'viewer/package.ts', 'zod'],
  ['ring viewer', 'viewer/built-in.ts', 'node:fs'],
  ['ring viewer: types only', 'viewer/domain.ts', '../src/domain/x.ts'],
  ['nothing outside src', 'src/http/viewer.ts', '../../viewer/x.ts'],
  ['every file stands in a ring', 'src/extra/a.ts', '../domain/x.ts'],
  ['nothing that is not shipped', 'src/cli/tool.ts', 'vitest'],
  ['nothing unresolved', 'src/cli/absent.ts', '../domain/absent.ts'],
] as const

const importing = (target: string): string => `import * as x from '${target}'\nexport const a = x\n`
const resolved = (file: string, target: string): string => posix.join(posix.dirname(file), target)

// What is refused wherever it stands
const MISPLACED = {
  'src/domain/type.ts': "import type { B } from '../engine/b.ts'\nexport type A = B\n",
  'src/engine/b.ts': 'export type B = 1\n',
  'src/domain/one.ts': "import { two } from './two.ts'\nexport const one = () => two\n",
  'src/domain/two.ts': "import { one } from './one.ts'\nexport const two = () => one\n",
  'src/domain/alone.ts': 'export const alone = 1\n',
}

// One run of the checker over all of them: it takes seconds to start
const targets = REFUSED.filter(([, , to]) => to.startsWith('.') && !to.includes('absent'))
let said: string
beforeAll(async () => {
  const folder = sample({
    ...Object.fromEntries(targets.map(([, file, to]) => [resolved(file, to), 'export const x = 1\n'])),
    ...Object.fromEntries(REFUSED.map(([, file, to]) => [file, importing(to)])),
    ...MISPLACED,
    ...ALLOWED,
  })
  said = await crossings(folder)
})

test.each(Object.keys(ALLOWED))('%s imports what its ring may', (file) => {
  expect(said.split('\n').filter((line) => line.includes(`: ${file} →`) || line.endsWith(`: ${file}`))).toEqual([])
})

test.each(REFUSED)('%s: %s may not import %s', (rule, file) => {
  expect(said).toContain(`error ${rule}: ${file} `)
})

test('a type counts as an import, a cycle of two is refused, and a file that nothing uses', () => {
  expect(said).toContain('error ring domain: src/domain/type.ts → src/engine/b.ts')
  expect(said).toContain('error no cycle: src/domain/one.ts')
  expect(said).toContain('error no orphan: src/domain/alone.ts')
})
