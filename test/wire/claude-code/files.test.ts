import { describe, expect, it } from 'vitest'
import { classify } from '../../../src/domain/classify.ts'
import { eventRecord } from '../../../src/domain/memory/record.ts'
import { summarise } from '../../../src/domain/memory/summarise.ts'
import { turnsOf } from '../../../src/domain/memory/turns.ts'
import claudeCode from '../../../src/wire/claude-code/index.ts'
import { done, edit } from '../../domain/samples.ts'
import { otter } from '../otter/otter.ts'

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
    expect([claudeCode.files.own.test(path), claudeCode.files.memory.test(path)]).toEqual([own, memory])
  })

  it('a write to its memory is recorded as such', () => {
    const write = done({ kind: 'write', path: MEMORY, text: 'Tests run with vitest.' })
    expect(eventRecord(write)).toMatchObject({ body: { clientMemory: true }, input: 'Tests run with vitest.' })
    expect(eventRecord(done(edit('/home/dev/app/a.ts', 'a', 'b'))).body).not.toHaveProperty('clientMemory')
  })

  it.each([
    ['/home/dev/app/CLAUDE.md', true],
    ['/home/dev/app/packages/a/CLAUDE.local.md', true],
    ['/home/dev/app/AGENTS.md', true],
    ['/home/dev/app/.claude/rules/style.md', true],
    ['/home/dev/app/MY_CLAUDE.md', false],
    ['/home/dev/app/docs/rules/style.md', false],
  ])('%s: instructions %s', (path, expected) => {
    expect(claudeCode.files.instructions.test(path)).toBe(expected)
  })

  it("files that are another host's own are work here, and vice versa", () => {
    const write = done({ kind: 'write', path: '/pond/.otter/holt/fish.txt', text: 'x' })
    const { classification: _, ...unclassified } = write
    expect(classify(unclassified, claudeCode.files).clientsOwn).toBeUndefined()
    expect(classify(unclassified, otter.files)).toMatchObject({
      clientsOwn: ['/pond/.otter/holt/fish.txt'],
      clientMemory: true,
    })
  })

  it('no summary lists its memory among the files of the work', () => {
    const events = [done({ kind: 'write', path: MEMORY, text: 'x' }), done(edit('/home/dev/app/a.ts', 'a', 'b'))]
    expect(summarise(turnsOf(events.map(eventRecord), []))?.filesModified).toEqual(['/home/dev/app/a.ts'])
  })
})
