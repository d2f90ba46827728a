import { describe, expect, it } from 'vitest'
import { mergedTeam, type Team, teamView } from '../../../src/domain/coordination/team.ts'
import { teamwork } from '../../../src/domain/coordination/teamwork.ts'
import type { Draft } from '../../../src/domain/events.ts'
import claudeCode from '../../../src/wire/claude-code/index.ts'
import { toolResult } from '../../../src/wire/claude-code/tool-results.ts'
import { toolAct } from '../../../src/wire/claude-code/tools.ts'
import { filesOf, readWhole, recording } from './transcript/reading.ts'

describe('what a call does for a team', () => {
  it.each([
    [
      'Agent',
      { subagent_type: 'Explore', description: 'd', prompt: 'p', name: 'bob' },
      { kind: 'agent', type: 'Explore', description: 'd', prompt: 'p', name: 'bob' },
    ],
    [
      'TodoWrite',
      { todos: [{ content: 'A', status: 'pending' }] },
      { kind: 'other', text: 'pending: A', tasks: [{ title: 'A', state: 'open' }] },
    ],
    [
      'TaskCreate',
      { subject: 'A', description: 'All of it', activeForm: 'Doing A' },
      { kind: 'other', text: 'A\nAll of it', tasks: [{ title: 'A', state: 'open' }] },
    ],
    [
      'TaskUpdate',
      { taskId: '1', status: 'in_progress', owner: 'bob' },
      { kind: 'other', text: 'task 1: in_progress: bob', tasks: [{ id: '1', owner: 'bob', state: 'active' }] },
    ],
    ['TaskUpdate', { taskId: '1', status: 'nope' }, { kind: 'other', text: 'task 1: nope', tasks: [{ id: '1' }] }],
    [
      'SendMessage',
      { to: 'bob', summary: 'S', message: 'M', type: 'message', recipient: 'bob', content: 'M' },
      { kind: 'other', text: 'S\nM', to: 'bob' },
    ],
    [
      'SendMessage',
      { to: 'bob', message: { type: 'shutdown_request' } },
      { kind: 'other', text: '{"type":"shutdown_request"}', to: 'bob' },
    ],
  ])('%s %j', (tool, input, act) => {
    expect(toolAct(tool, input)).toEqual(act)
  })

  it.each([
    [
      'Agent',
      { status: 'teammate_spawned', agentId: 'abob-1', name: 'bob', team_name: 'session-1' },
      { text: 'teammate_spawned\nabob-1', started: { id: 'abob-1', team: 'session-1' } },
    ],
    ['TaskCreate', { task: { id: '1', subject: 'A' } }, { text: '{"task":{"id":"1","subject":"A"}}', task: '1' }],
    ['SendMessage', { success: true, message: 'Sent.', routing: { content: 'M' } }, { text: 'Sent.' }],
  ])('its result: %s %j', (tool, response, result) => {
    expect(toolResult(tool, response)).toEqual(result)
  })
})

/** The team that a session's events tell of. */
function teamIn(drafts: readonly Draft[]): ReturnType<typeof teamView> {
  const calls = drafts.filter((draft) => draft.name === 'PostToolUse')
  const parts = calls.map((call) => teamwork({ ...call, project: 'p1' } as never)).filter((team) => team !== undefined)
  const [first, ...rest] = parts as [Team, ...Team[]]
  return teamView(rest.reduce(mergedTeam, first))
}

describe("a recorded session of the client's own agent team", () => {
  const lived = recording('team.hooks.jsonl')
    .trim()
    .split('\n')
    .flatMap((line, now) => claudeCode.decode(JSON.parse(line), { now, via: 'hook' }).draft ?? [])
  const read = filesOf('team').flatMap(({ text, context }) => readWhole(text, context).told.map(({ draft }) => draft))

  it('has its members, and who created, has and completed each task', () => {
    expect(teamIn(lived)).toEqual({
      name: 'session-aada8a64',
      members: [
        { id: 'abob-994d3a8f2b62da2e', name: 'bob', type: 'general-purpose', job: 'Check totals' },
        { id: 'aeve-27430da15d57ed50', name: 'eve', type: 'general-purpose', job: 'Check names' },
      ],
      tasks: [
        { id: '1', title: 'Check the totals', state: 'done', createdBy: null, owner: 'bob', doneBy: 'bob' },
        { id: '2', title: 'Check the names', state: 'done', createdBy: null, owner: 'eve', doneBy: 'eve' },
      ],
    })
  })

  it('has the same team in its transcripts', () => {
    expect(teamIn(read)).toEqual(teamIn(lived))
  })

  it.each([
    ['hooks', lived],
    ['transcripts', read],
  ])('has no prompt of a person but the first, and names the senders of the others: by its %s', (_, drafts) => {
    const prompts = drafts.filter((draft) => draft.name === 'UserPromptSubmit')
    expect(prompts.map(({ origin, sender }) => [origin, sender])).toEqual([
      ['person', undefined],
      ['machine', 'bob'],
      ['machine', 'eve'],
    ])
  })
})
