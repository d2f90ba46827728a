import { behaviour, on } from '../../../../src/domain/behaviour.ts'
import { delayNext } from './machine.ts'

const REPLY = { lane: 'reply', onFailure: 'pass' } as const

/** How long the slow check takes. */
const SLOW_MS = 1_500

/** Behaviours that exist only in this test: they refuse calls, or answer slowly after one. */
export const trials = [
  behaviour({
    name: 'keep-notes',
    summary: 'Refuses to change notes.md.',
    reactions: [
      on('PreToolUse', {
        ...REPLY,
        acts: ['edit', 'write'],
        answers: ['deny'],
        decide: ({ classification: { target } }) =>
          target?.endsWith('/notes.md') ? [{ kind: 'deny', reason: 'notes.md stays as it is.' }] : [],
      }),
    ],
  }),
  behaviour({
    name: 'no-pushes',
    summary: 'Refuses shell commands that push.',
    reactions: [
      on('PreToolUse', {
        ...REPLY,
        // Nothing that ships wants to know before a page is fetched
        acts: ['shell', 'web'],
        answers: ['deny'],
        decide: ({ act }) =>
          act.kind === 'shell' && act.command.includes('git push')
            ? [{ kind: 'deny', reason: 'Nothing is pushed.' }]
            : [],
      }),
    ],
  }),
  behaviour({
    name: 'slow-check',
    summary: 'Looks at what a build left, in its own time.',
    reactions: [
      on('PostToolUse', {
        ...REPLY,
        part: 'slow',
        acts: ['shell'],
        answers: ['context'],
        needs: ({ act }) => {
          if (act.kind !== 'shell' || !act.command.includes('built')) return undefined
          delayNext(SLOW_MS)
          return { free: { fact: 'freeMemory' } } as const
        },
        decide: (_, { free }) => [
          {
            kind: 'context',
            type: 'notice',
            rank: 50,
            items: [{ text: `The slow check found one error in ${free} MB.`, ids: ['o_slow'], rank: 50 }],
          },
          { kind: 'emit', name: 'Warned', n: 0, body: { of: ['slow check'] } },
        ],
      }),
    ],
  }),
]
