import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BREAKER, breakerAt, circuitBreaker } from '../../../../src/domain/coordination/patterns/circuit-breaker.ts'
import { participantsIn } from '../../../../src/domain/coordination/patterns/participants.ts'
import { anySteps, eventsOf, ran, runAfter } from './runs.ts'

describe('pipeline', () => {
  test("a stage's result is handed to the next one and to no other", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), (size) => {
        const names = Array.from({ length: size }, (_, n) => `stage-${n + 1}`)
        const run = runAfter('pipeline', { agents: size }, ...names.flatMap((name) => ran(name, `made by ${name}`)))
        for (const [n, name] of names.entries())
          expect(run.briefOf(name).claims.map(({ text }) => text)).toEqual(n === 0 ? [] : [`made by ${names[n - 1]}`])
        expect(run.result.data).toMatchObject({ output: `made by ${names.at(-1)}` })
        expect(run.toStart).toEqual([])
      }),
    )
  })

  test('an agent whose description names a stage is that stage', () => {
    const run = runAfter(
      'pipeline',
      { stages: ['plan', 'build', 'test'] },
      { start: 'a', for: 'Test the parser' },
      { start: 'b' },
    )
    expect(run.roles).toEqual(['stage 3', 'stage 1'])
    expect(run.toStart).toEqual(['stage 2 (build)'])
  })

  test('a stage that starts early is told that there is nothing yet', () => {
    const run = runAfter('pipeline', { agents: 2 }, { start: 'a' }, { start: 'b' })
    expect(run.briefOf('b').says.join(' ')).toContain('stage 1 has not reported anything yet')
  })
})

describe('map-reduce', () => {
  test('the agent after the planned mappers is the reducer, and is given what each found', () => {
    const run = runAfter('map-reduce', { agents: 2 }, ...ran('a', 'seven'), ...ran('b', 'nine'), ...ran('c', 'sixteen'))
    expect(run.roles).toEqual(['mapper 1', 'mapper 2', 'reducer 1'])
    expect(run.briefOf('c').claims.map(({ text }) => text)).toEqual(['seven', 'nine'])
    expect(run.briefOf('b').claims).toEqual([])
    expect(run.result.data).toMatchObject({ reduced: 'sixteen' })
  })

  test('mappers and the reducer that are missing make up the plan', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), anySteps, (agents, steps) => {
        const { all, toStart } = runAfter('map-reduce', { agents }, ...steps)
        const reducers = all.filter(({ role }) => role.name === 'reducer').length
        expect(all.length - Math.max(0, reducers - 1) + (toStart?.length ?? 0)).toBe(agents + 1)
      }),
    )
  })

  test('a description that names the role decides it', () => {
    const run = runAfter('map-reduce', {}, { start: 'a', for: 'Reduce the counts' }, { start: 'b', for: 'Map part 2' })
    expect(run.roles).toEqual(['reducer 1', 'mapper 1'])
  })
})

describe('generator-critic', () => {
  const round = (n: number, verdict: string) => [...ran(`g${n}`, `draft ${n}`), ...ran(`c${n}`, verdict)]

  test('they take turns until the critic approves; each is given what the other said last', () => {
    const run = runAfter(
      'generator-critic',
      {},
      ...round(1, 'CHANGES: shorter'),
      ...round(2, 'Fine now.\n\n**Approved**'),
    )
    expect(run.roles).toEqual(['generator 1', 'critic 1', 'generator 2', 'critic 2'])
    expect(run.toStart).toEqual([])
    expect(run.result.data).toMatchObject({ approved: true, output: 'draft 2' })
    expect(
      runAfter('generator-critic', {}, ...round(1, 'CHANGES: shorter'), { start: 'g2' }).briefOf('g2').claims,
    ).toMatchObject([{ by: 'critic 1', text: 'CHANGES: shorter' }])
  })

  test.each(['NOT APPROVED', 'Approved it is not', 'It would be approved if'])('%j is no approval', (text) => {
    expect(runAfter('generator-critic', {}, ...round(1, text)).toStart).toEqual(['the generator of round 2'])
  })

  test('rounds are used up at the planned number, approved or not', () => {
    const run = runAfter('generator-critic', { rounds: 1 }, ...round(1, 'CHANGES: all of it'))
    expect([run.toStart, run.result.data.approved]).toEqual([[], false])
  })
})

describe('adversarial', () => {
  test('advocate and adversary answer each other for the planned rounds; the judge is given both sides', () => {
    const run = runAfter(
      'adversarial',
      { rounds: 2 },
      ...['for 1', 'against 1', 'for 2', 'against 2'].flatMap((text, n) => ran(`a${n}`, text)),
      ...ran('j', 'VERDICT: adversary'),
    )
    expect(run.roles).toEqual(['advocate 1', 'adversary 1', 'advocate 2', 'adversary 2', 'judge 1'])
    expect(run.briefOf('j').claims.map(({ text }) => text)).toEqual(['for 1', 'against 1', 'for 2', 'against 2'])
    expect(run.result.data).toMatchObject({ verdict: 'adversary' })
    expect(run.toStart).toEqual([])
  })
})

describe('circuit-breaker', () => {
  const failing = [1, 2, 3].flatMap((n) => ran(`p${n}`, 'FAILED: timeout'))

  test('three failures in a row open it; later agents get the fallback, and after a while one tries again', () => {
    const { all } = runAfter('circuit-breaker', {}, ...failing, { start: 'x' })
    expect(all.at(-1)?.role).toEqual({ name: 'fallback', n: 1 })
    const openedAt = breakerAt(all, Number.MAX_SAFE_INTEGER).openedAt ?? 0
    const at = openedAt + BREAKER.openMs
    expect(circuitBreaker.roleOf({ type: '', at: at - 1 }, all, { stages: [] })?.name).toBe('fallback')
    expect(circuitBreaker.roleOf({ type: '', at }, all, { stages: [] })?.name).toBe('trial')
  })

  test('a success between failures starts the count again, and what is not read counts neither way', () => {
    const steps = [
      ...ran('a', 'FAILED: x'),
      ...ran('b', 'OK'),
      ...ran('c', 'FAILED: x'),
      ...ran('d', 'Who knows'),
      ...ran('e', 'FAILED: x'),
    ]
    expect(runAfter('circuit-breaker', {}, ...steps).result.data).toMatchObject({ state: 'closed', failures: 2 })
  })

  test('once open, it closes by nothing but the success of a trial', () => {
    fc.assert(
      fc.property(anySteps, (steps) => {
        const all = participantsIn(circuitBreaker, { stages: [] }, eventsOf([...failing, ...steps]))
        const hasTrialWorked = all.some(
          ({ role, said }) => role.name === 'trial' && said.some(({ text }) => text === 'OK'),
        )
        if (!hasTrialWorked) expect(breakerAt(all, Number.MAX_SAFE_INTEGER).state).not.toBe('closed')
      }),
    )
  })
})

describe('blackboard', () => {
  test('a later value replaces an earlier one; later specialists read the board', () => {
    const run = runAfter(
      'blackboard',
      {},
      ...ran('a', 'BOARD: colour = blue\nBOARD: Size: 4'),
      ...ran('b', '- **BOARD:** Colour = red'),
      { start: 'c' },
    )
    expect(run.result.data).toEqual({
      board: { colour: { value: 'red', by: 'specialist 2' }, size: { value: '4', by: 'specialist 1' } },
    })
    expect(run.briefOf('c').claims.map(({ text }) => text)).toEqual(['colour = red', 'size = 4'])
  })
})

describe('chain-of-responsibility', () => {
  test('it ends with the first handler that handles; each is told why the one before passed it on', () => {
    const run = runAfter(
      'chain-of-responsibility',
      { agents: 4 },
      ...ran('a', 'ESCALATE: no access'),
      ...ran('b', 'Done.\nHANDLED'),
      { start: 'c' },
    )
    expect(run.roles).toEqual(['handler 1', 'handler 2'])
    expect(run.briefOf('b').claims).toMatchObject([{ by: 'handler 1', text: 'ESCALATE: no access' }])
    expect([run.toStart, run.result.data]).toMatchObject([[], { handledBy: { agent: 'b', handler: 2 } }])
  })

  test('a chain that nobody handles is handled by nobody', () => {
    const run = runAfter('chain-of-responsibility', { agents: 1 }, ...ran('a', 'I handled most of it'))
    expect([run.toStart, run.result.data]).toMatchObject([[], { handledBy: null }])
  })
})

describe('swarm', () => {
  test('broadcasts reach those who start later, and nobody else', () => {
    const run = runAfter('swarm', {}, ...ran('a', 'Found it.\nBROADCAST: the cache is stale'), { start: 'b' })
    expect(run.briefOf('b').claims).toMatchObject([{ by: 'worker 1', text: 'the cache is stale' }])
    expect(run.briefOf('a').claims).toEqual([])
  })
})

describe('hierarchical', () => {
  test('an agent that is started as the coordinator is it; the others work under it', () => {
    const run = runAfter(
      'hierarchical',
      { agents: 2 },
      ...ran('a', 'Part 1 and part 2', { for: 'Coordinate the port' }),
      {
        start: 'b',
      },
    )
    expect(run.roles).toEqual(['coordinator 1', 'worker 1'])
    expect(run.briefOf('b').claims).toMatchObject([{ text: 'Part 1 and part 2' }])
    expect(run.toStart).toEqual(['worker 2'])
  })

  test('otherwise the main agent coordinates', () => {
    const run = runAfter('hierarchical', {}, { start: 'a' })
    expect([run.roles, run.briefOf('a').says[0]]).toEqual([['worker 1'], expect.stringContaining('the main agent')])
  })
})

describe('event-driven', () => {
  test('a subscriber is told the events of its topics that were published before it started', () => {
    const plan = { stages: ['build', 'test'] }
    const run = runAfter(
      'event-driven',
      plan,
      ...ran('a', 'EVENT: test = 3 fail\nEVENT: lunch = soup', { for: 'on build' }),
      {
        start: 'b',
        for: 'on test',
      },
    )
    expect(run.briefOf('b').claims).toMatchObject([{ topic: 'test', payload: '3 fail' }])
    expect(run.toStart).toEqual([])
  })

  test('an event that no subscriber was told is pending', () => {
    const run = runAfter('event-driven', { stages: ['build'] }, ...ran('a', 'EVENT: build = red'))
    expect(run.result.data).toMatchObject({ events: [{ topic: 'build', pending: true }] })
    expect(run.toStart).toEqual(['a subscriber to build'])
  })
})
