import type { PatternName } from '../../../src/domain/coordination/patterns/pattern.ts'
import type { Run } from '../../../src/domain/nouns/run.ts'

/** What an agent that did its work says. */
export const WORK = 'I looked at the parser and measured it.'

/** One run of each pattern: the plan, who says what, and what is told when the last one has ended. */
export const SCRIPTS: readonly (readonly [
  PatternName,
  Partial<Run>,
  readonly (readonly [string, string])[],
  RegExp,
  object,
])[] = [
  [
    'swarm',
    { agents: 2 },
    [
      ['worker 1', `${WORK}\nBROADCAST: the cache is stale`],
      ['worker 2', WORK],
    ],
    /2 of 2 workers ended, with 1 broadcasts/,
    { broadcasts: [{ by: 'worker 1', text: 'the cache is stale' }] },
  ],
  [
    'jury',
    { agents: 3 },
    [
      ['juror 1', 'VOTE: yes'],
      ['juror 2', '**VOTE:** no'],
      ['juror 3', 'VOTE: Yes.'],
    ],
    /votes by agent: “yes” 2, “no” 1/,
    { verdict: 'yes' },
  ],
  [
    'pipeline',
    { stages: ['plan', 'build'] },
    [
      ['stage 1 (plan)', 'Plan: two steps'],
      ['stage 2 (build)', 'Built it'],
    ],
    /2 of 2 stages ended/,
    { output: 'Built it' },
  ],
  [
    'hierarchical',
    { agents: 2 },
    [
      ['worker 1', WORK],
      ['worker 2', 'All is well'],
    ],
    /2 of 2 workers reported/,
    { coordinator: null },
  ],
  [
    'map-reduce',
    { agents: 2 },
    [
      ['mapper 1', 'seven'],
      ['mapper 2', 'nine'],
      ['reducer', 'sixteen'],
    ],
    /and the reducer/,
    { reduced: 'sixteen' },
  ],
  [
    'generator-critic',
    {},
    [
      ['generator of round 1', 'A draft'],
      ['critic of round 1', 'CHANGES: shorter'],
      ['generator of round 2', 'A haiku'],
      ['critic of round 2', 'APPROVED'],
    ],
    /the critic approved/,
    { approved: true, output: 'A haiku' },
  ],
  [
    'adversarial',
    {},
    [
      ['advocate', 'It is fast'],
      ['adversary', 'It is wrong'],
      ['judge', 'VERDICT: adversary'],
    ],
    /verdict by agent: “adversary”/,
    { verdict: 'adversary' },
  ],
  [
    'circuit-breaker',
    { agents: 4 },
    [
      ['primary 1', 'FAILED: no route'],
      ['primary 2', 'FAILED: no route'],
      ['primary 3', 'FAILED: no route'],
      ['fallback', 'OK'],
    ],
    /the breaker is open after 3 failures/,
    { state: 'open', failures: 3 },
  ],
  [
    'blackboard',
    { agents: 2 },
    [
      ['specialist 1', 'BOARD: colour = blue'],
      ['specialist 2', 'BOARD: colour = red'],
    ],
    /written by agent: “colour = red”/,
    { board: { colour: { value: 'red', by: 'specialist 2' } } },
  ],
  [
    'chain-of-responsibility',
    { agents: 3 },
    [
      ['handler 1', 'ESCALATE: no access'],
      ['handler 2', 'HANDLED'],
    ],
    /handled by handler 2/,
    { handledBy: { handler: 2 } },
  ],
  [
    'event-driven',
    { stages: ['build', 'test'] },
    [
      ['subscriber 1', 'EVENT: test = red'],
      ['subscriber 2', 'Fixed.'],
    ],
    /2 of 2 subscribers ended, with 1 events, 0 of them told to nobody/,
    { events: [{ topic: 'test', pending: false }] },
  ],
]
