import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import lifecycle from '../../../src/behaviours/capture/lifecycle.ts'
import prompt from '../../../src/behaviours/capture/prompt.ts'
import session from '../../../src/behaviours/capture/session.ts'
import significance from '../../../src/behaviours/capture/significance.ts'
import toolUse from '../../../src/behaviours/capture/tool-use.ts'
import type { Event } from '../../../src/domain/events.ts'
import { instructionsIn } from '../../../src/domain/host-files.ts'
import claudeCode from '../../../src/wire/claude-code/index.ts'
import { done, edit, eventOf, failed, ROOT, shell, T0 } from '../../domain/samples.ts'
import { effectsOf, ofKind, SETTINGS } from '../reacting.ts'

describe('session', () => {
  it('opens with where and how it began, and cancels an earlier end', () => {
    const event = eventOf(
      'SessionStart',
      { source: 'resume', client: { pid: 7, entrypoint: 'cli', attended: true } },
      { branch: 'main', worktree: ROOT },
    )
    const [opened] = ofKind(effectsOf(session, event, 'record'), 'session')
    expect(opened?.change).toMatchObject({
      id: 's1',
      project: 'p1',
      source: 'resume',
      clientPid: 7,
      attended: true,
      branch: 'main',
      startedAt: T0,
      endedAt: null,
    })
    expect(ofKind(effectsOf(session, event, 'record'), 'event')).toHaveLength(1)
  })

  it('ends it with its reason', () => {
    const effects = effectsOf(session, eventOf('SessionEnd', { reason: 'clear' }), 'record')
    expect(ofKind(effects, 'session')[0]?.change).toMatchObject({ endedAt: T0, endReason: 'clear' })
  })

  it('after /clear, the new one names the old one as its parent', () => {
    const cleared = eventOf('SessionStart', { source: 'clear', client: { pid: 7 } }, { session: 's2' })
    const effects = effectsOf(session, cleared, 'later', { before: { id: 's1' } })
    expect(ofKind(effects, 'session')[0]?.change).toMatchObject({ id: 's2', parent: 's1' })
    expect(effectsOf(session, cleared, 'later', { before: undefined })).toEqual([])
    expect(
      effectsOf(session, eventOf('SessionStart', { source: 'startup' }), 'later', { before: { id: 's1' } }),
    ).toEqual([])
  })

  it('watches the instructions of the worktree and of the folder, as a complete list each time', () => {
    const instructionsOf = (folder: string) => instructionsIn(folder, claudeCode.files)
    const pathsOf = (event: Event) => ofKind(effectsOf(session, event, 'reply'), 'watch').flatMap(({ paths }) => paths)
    const started = pathsOf(eventOf('SessionStart', { source: 'startup' }, { worktree: ROOT, cwd: `${ROOT}/sub/` }))
    for (const folder of [ROOT, `${ROOT}/sub`]) expect(started).toEqual(expect.arrayContaining(instructionsOf(folder)))
    expect(started.every((path) => path.startsWith('/') && !path.includes('//'))).toBe(true)
    const moved = pathsOf(eventOf('CwdChanged', { from: ROOT, to: '/other' }, { worktree: ROOT }))
    expect(moved).toEqual([...instructionsOf(ROOT), ...instructionsOf('/other')])
  })

  it('a change of folder is stored as an event, and does not move the session', () => {
    const effects = effectsOf(session, eventOf('CwdChanged', { from: ROOT, to: '/tmp' }), 'record')
    expect(effects.map(({ kind }) => kind)).toEqual(['session', 'event'])
    expect(ofKind(effects, 'session')[0]?.change).not.toHaveProperty('cwd')
  })
})

describe('prompt', () => {
  const asked = (text: string, isPrivate = false) =>
    eventOf('UserPromptSubmit', { prompt: text, isPrivate, origin: 'person' }, { promptId: 'h1' })

  it('is stored with its event, and with a session row if the start was missed', () => {
    const effects = effectsOf(prompt, asked('fix it'), 'record')
    expect(effects.map(({ kind }) => kind)).toEqual(['session', 'event', 'prompt'])
    expect(ofKind(effects, 'prompt')[0]?.record).toMatchObject({ text: 'fix it', origin: 'person', promptId: 'h1' })
    expect(ofKind(effects, 'prompt')[0]?.record.id).toMatch(/^p_[0-9a-f]{16}$/)
  })

  it('has one id if seen twice', () => {
    const [a, b] = [asked('x'), asked('x')].map((event) => ofKind(effectsOf(prompt, event, 'record'), 'prompt')[0])
    expect(a?.record.id).toBe(b?.record.id)
  })

  it('is not stored at all if private, nor is anything it causes', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4 }), (text) => {
        const effects = effectsOf(prompt, asked(text, true), 'record')
        expect(effects).toEqual([{ kind: 'exclude', session: 's1', promptId: 'h1' }])
      }),
    )
    const unnamed = eventOf('UserPromptSubmit', { prompt: 'x', isPrivate: true, origin: 'person' })
    expect(effectsOf(prompt, unnamed, 'record')).toEqual([])
  })

  it('a command to Hindcast leaves only the event that a memory cites', () => {
    const kinds = (text: string) => effectsOf(prompt, asked(text), 'record').map(({ kind }) => kind)
    for (const order of ['/hindcast', '/hindcast status', '/hindcast search pier', '/hindcast forget pier yes'])
      expect(kinds(order), order).toEqual([])
    expect(kinds('/hindcast remember The pier is closed')).toEqual(['session', 'event'])
    const expanded = (text: string) =>
      eventOf('UserPromptExpansion', { expansion: 'slash_command', command: text, args: '', prompt: `/${text}` })
    expect(effectsOf(lifecycle, expanded('hindcast status'), 'record')).toEqual([])
    expect(effectsOf(lifecycle, expanded('review'), 'record')).toHaveLength(1)
  })

  it('machine text is stored as machine text', () => {
    const event = eventOf('UserPromptSubmit', { prompt: '<task-notification>', isPrivate: false, origin: 'machine' })
    expect(ofKind(effectsOf(prompt, event, 'record'), 'prompt')[0]?.record.origin).toBe('machine')
  })
})

describe('tool-use', () => {
  const facts = { settings: SETTINGS }

  it('stores one event for each call, including failed and denied ones', () => {
    const denied = eventOf('PermissionDenied', {
      tool: 'Bash',
      toolUseId: 't',
      act: shell('rm x'),
      input: {},
      reason: 'no',
    })
    for (const event of [done(shell('ls')), failed(shell('ls'), 'no'), denied]) {
      expect(ofKind(effectsOf(toolUse, event, 'record', facts), 'event')).toHaveLength(1)
    }
  })

  it('leaves out the tools listed in the settings', () => {
    const event = eventOf('PostToolUse', {
      tool: 'TodoWrite',
      toolUseId: 't',
      act: { kind: 'other', text: '' },
      input: {},
      result: { text: '' },
    })
    expect(effectsOf(toolUse, event, 'record', facts)).toEqual([])
    expect(effectsOf(toolUse, event, 'record', { settings: { ...SETTINGS, skipTools: [] } })).not.toEqual([])
  })

  it('stores calls that were made, not those that are about to be', () => {
    expect(toolUse.reactions.some(({ event }) => event === 'PreToolUse')).toBe(false)
  })
})

describe('significance', () => {
  it('scores a call by what it did, where, and how the person reacted', () => {
    const scored = (event: ReturnType<typeof done> | ReturnType<typeof failed>) =>
      ofKind(effectsOf(significance, event, 'record'), 'score')[0]?.significance
    expect(scored(done(edit('src/a.ts', 'a', 'b')))).toBe(0.55)
    expect(scored(done(shell('ls')))).toBe(0.2)
    expect(scored(failed(shell('npm test'), ''))).toBe(0.4)
    const act = edit('src/a.ts', 'a', 'b')
    const result = { text: '', userModified: true }
    expect(scored(eventOf('PostToolUse', { tool: 'Edit', toolUseId: 't', act, input: {}, result }))).toBe(0.85)
  })
})
