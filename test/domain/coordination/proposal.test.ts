import { expect, test } from 'vitest'
import { proposedRun } from '../../../src/domain/coordination/proposal.ts'

test.each([
  ['Convene a jury of three agents to judge this design.', { pattern: 'jury', agents: 3 }],
  ['Use a swarm of 5 subagents to look for the leak', { pattern: 'swarm', agents: 5 }],
  ['Set up a pipeline of four agents: plan, build, test, release.', { pattern: 'pipeline', agents: 4 }],
  ['Run it as a map-reduce with eight agents over the logs.', { pattern: 'map-reduce', agents: 8 }],
  ['Have a generator and a critic take turns, as two subagents.', { pattern: 'generator-critic', agents: 2 }],
  ['Let two agents argue it adversarially.', { pattern: 'adversarial', agents: 2 }],
  ['Start several agents around a blackboard.', { pattern: 'blackboard' }],
  ['Ask three agents in a chain of responsibility who can fix it.', { pattern: 'chain-of-responsibility', agents: 3 }],
  ['Launch 4 agents in a hierarchy, one coordinator on top.', { pattern: 'hierarchical', agents: 4 }],
])('%j asks for a run', (prompt, found) => expect(proposedRun(prompt)).toMatchObject(found))

test.each([
  'Fix the pipeline, it fails on main.',
  'The CI pipeline runs three agents in parallel; use the cached image there.'.replace('use', 'why is'),
  'What is a jury of agents?',
  'Add a circuit breaker to the HTTP client.',
  'Rename MapReduceJob and run the tests.',
  'Use two agents to review this.',
  'Implement the blackboard component.',
  'Start three workers.',
  'Add an adversarial example to the training set.',
  'Should we use a jury of agents or a swarm of agents?',
  'Put this in the docs: `Use a jury of three agents`.',
  '```\nStart a swarm of five agents\n```\nWhat does this script do?',
])('%j asks for none', (prompt) => expect(proposedRun(prompt)).toBeUndefined())

test('a long text is not a request', () => {
  expect(proposedRun(`Convene a jury of three agents. ${'x'.repeat(3000)}`)).toBeUndefined()
})
