import { describe, expect, it } from 'vitest'
import { isClientsMemory, isClientsOwn } from '../../src/domain/clients-own.ts'
import { recordOf } from '../../src/domain/memory/record.ts'
import { summarise } from '../../src/domain/memory/summarise.ts'
import { turnsOf } from '../../src/domain/memory/turns.ts'
import { done, edit } from './samples.ts'

const MEMORY = '/home/dev/.claude/projects/-home-dev-app/memory/MEMORY.md'

describe("the client's own files", () => {
  it.each([
    [MEMORY, true, true],
    ['/home/dev/.claude/projects/-home-dev-app/memory/debugging.md', true, true],
    ['/opt/config/projects/-home-dev-app/memory/MEMORY.md', true, true],
    ['/home/dev/.claude/agent-memory/reviewer/MEMORY.md', true, true],
    ['/home/dev/.claude/plans/quiet-fox.md', true, false],
    ['/home/dev/app/memory/cache.ts', false, false],
    ['/home/dev/projects/app/memory/notes.md', false, false],
    ['/home/dev/app/.claude/agents/reviewer.md', false, false],
    ['/home/dev/app/CLAUDE.md', false, false],
  ])('%s: its own %s, its memory %s', (path, own, memory) => {
    expect([isClientsOwn(path), isClientsMemory(path)]).toEqual([own, memory])
  })

  it('a write to its memory is kept as such', () => {
    const write = done({ kind: 'write', path: MEMORY, text: 'Tests run with vitest.' })
    expect(recordOf(write)).toMatchObject({ body: { clientMemory: true }, input: 'Tests run with vitest.' })
    expect(recordOf(done(edit('/home/dev/app/a.ts', 'a', 'b'))).body).not.toHaveProperty('clientMemory')
  })

  it('no summary counts it among the files of the work', () => {
    const events = [done({ kind: 'write', path: MEMORY, text: 'x' }), done(edit('/home/dev/app/a.ts', 'a', 'b'))]
    const [turn] = turnsOf(events.map(recordOf), [])
    expect(turn && summarise(turn)?.filesModified).toEqual(['/home/dev/app/a.ts'])
  })
})
