import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { hostContract } from '../contract/host.ts'
import { lineOf, otter } from './otter/otter.ts'

const recorded = join(import.meta.dirname, '../fixtures/claude-code-2.1.330/transcripts')

hostContract(claudeCode, {
  settings: ['{}\n', '{ "model": "opus" }', '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n', '\uFEFF{"a":1}'],
  transcripts: ['work.jsonl', 'fork.jsonl'].map((name) => readFileSync(join(recorded, name), 'utf8')),
})

const swim = otter.session({ id: 'sw1', dir: '/pond', word: 'heron' })

hostContract(otter, {
  settings: ['', 'colour = brown', 'colour = brown\n\n# by hand\n'],
  transcripts: [swim.map((payload, n) => lineOf({ ...payload }, Date.UTC(2026, 0, 1) + n)).join('')],
})
