import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environments } from '../../src/wire/environments.ts'
import { DEFAULT_HOST, defaultOf, type Host, hostNamed } from '../../src/wire/host.ts'
import { hosts } from '../../src/wire/registry.ts'
import { type HostSamples, hostContract } from '../contract/host.ts'
import { lineOf, otter } from './otter/otter.ts'

const recorded = join(import.meta.dirname, '../fixtures/claude-code-2.1.330/transcripts')
const swim = otter.session({ id: 'sw1', dir: '/pond', word: 'heron' })

/** Samples for the contract tests, by the name of the host: a new host adds its own. */
const samples: Readonly<Record<string, HostSamples>> = {
  'claude-code': {
    settings: ['{}\n', '{ "model": "opus" }', '{\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n', '\uFEFF{"a":1}'],
    transcripts: ['work.jsonl', 'fork.jsonl'].map((name) => readFileSync(join(recorded, name), 'utf8')),
  },
  otter: {
    settings: ['', 'colour = brown', 'colour = brown\n\n# by hand\n'],
    transcripts: [swim.map((payload, n) => lineOf({ ...payload }, Date.UTC(2026, 0, 1) + n)).join('')],
  },
}

describe.each<Host>([...hosts, otter])('$name', (host) => {
  const own = samples[host.name]

  test('has sample settings and transcripts for the contract tests', () => {
    expect(own?.settings.length, `test/wire/hosts.test.ts has no settings for ${host.name}`).toBeGreaterThan(0)
    expect(own?.transcripts.length, `test/wire/hosts.test.ts has no transcripts for ${host.name}`).toBeGreaterThan(0)
  })

  if (own !== undefined) hostContract(host, own)
})

describe('the default host', () => {
  test('is registered, with its environment', () => {
    expect([hostNamed(hosts)?.name, hostNamed(environments)?.name]).toEqual([DEFAULT_HOST, DEFAULT_HOST])
  })

  test('does not depend on the order of the hosts', () => {
    const [known] = hosts
    for (const order of [
      [otter, known],
      [known, otter],
    ] as const)
      expect([hostNamed(order)?.name, defaultOf(order).name]).toEqual([DEFAULT_HOST, DEFAULT_HOST])
  })

  test('is not used if another host is named', () => {
    expect(hostNamed([...hosts, otter], 'otter')).toBe(otter)
    expect(hostNamed(hosts, 'otter')).toBeUndefined()
  })
})
