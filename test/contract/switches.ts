import { describe, expect, test } from 'vitest'
import { cleaned } from '../../packages/redaction/test/cleaned.ts'
import type { Switches } from '../../src/ports.ts'
import { type Open, opened } from './opened.ts'

/** The contract for switches. */
export function switchesContract(open: Open<{ switches: Switches }>): void {
  describe('switches', () => {
    const store = opened(open)

    test('are stored once for each behaviour and session or project, until it is enabled again', async () => {
      const { switches } = store()
      const session = cleaned({ behaviour: 'handoff', session: 's1' })
      const project = cleaned({ behaviour: 'handoff', project: 's1' })
      for (const at of [session, project, session]) await switches.set(at, false)
      expect(await switches.list()).toEqual([project, session])
      await switches.set(cleaned({ behaviour: 'other', session: 's1' }), true)
      await switches.set(session, true)
      expect(await switches.list()).toEqual([project])
    })
  })
}
