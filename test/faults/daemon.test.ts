import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'vitest'
import { seeded } from '../../bench/retrieval/figures.ts'
import { dist, kill, until } from '../daemon/world.ts'
import { isWhole, type Scenario, survives } from './scenario.ts'
import { type Script, scriptOf } from './script.ts'

const [TURNS, CALLS] = [2, 4]
/** Each turn's prompt, calls and end. */
const STEPS = TURNS * (CALLS + 2)

const sessions = (from: number, count: number): Script[] =>
  Array.from({ length: count }, (_, n) => scriptOf(from + n, TURNS, CALLS))

/** Lives each session with `fault` before one of its steps, which differs from session to session. */
async function oneEach({ client, inflict }: Scenario, scripts: readonly Script[], fault: () => Promise<void> | void) {
  const random = seeded(scripts.length)
  for (const script of scripts) {
    const moment = Math.floor(random() * STEPS)
    const delay = random() * 30
    await client(script).live((step) => {
      if (step !== moment) return
      // Within the step, not always before its hook
      setTimeout(async () => {
        inflict()
        await fault()
      }, delay)
    })
  }
}

describe('the daemon', () => {
  const killed = sessions(1, isWhole ? 50 : 8)
  test.concurrent(`killed at ${killed.length} random moments loses and doubles nothing`, (context) =>
    survives(context, {
      fault: `daemon killed at ${killed.length} moments`,
      scripts: killed,
      live: (scenario) => oneEach(scenario, killed, () => kill(scenario.world.endpoint().pid)),
    }))

  const hung = sessions(101, isWhole ? 10 : 3)
  test.concurrent(`stopped at ${hung.length} random moments loses and doubles nothing`, (context) =>
    survives(context, {
      fault: `daemon hung at ${hung.length} moments`,
      scripts: hung,
      live: (scenario) => oneEach(scenario, hung, () => kill(scenario.world.endpoint().pid, 'SIGSTOP')),
    }))

  const before = sessions(121, 2)
  test.concurrent('stopped while no client runs is replaced at the next session start', (context) =>
    survives(context, {
      fault: 'daemon hung before a session',
      scripts: before,
      live: async ({ world, client, inflict }) => {
        for (const script of before) {
          kill(world.endpoint().pid, 'SIGSTOP')
          inflict()
          await client(script).live()
        }
      },
    }))

  const dead = sessions(131, 2)
  test.concurrent('killed while no client runs is started at the next session start', (context) =>
    survives(context, {
      fault: 'daemon killed before a session',
      scripts: dead,
      live: async ({ world, client, inflict }) => {
        for (const script of dead) {
          kill(world.endpoint().pid)
          inflict()
          await client(script).live()
        }
      },
    }))

  const raced = sessions(141, 2)
  test.concurrent('killed, with six others started at once, is followed by one', (context) =>
    survives(context, {
      fault: 'six daemons race for a home',
      scripts: raced,
      live: async (scenario) => {
        const { world } = scenario
        await oneEach(scenario, raced, () => {
          kill(world.endpoint().pid)
          const options = { cwd: world.home, env: world.env, stdio: 'ignore' } as const
          for (let n = 0; n < 6; n++) spawn(process.execPath, [join(dist, 'daemon.js')], options)
        })
        await until('one daemon is left', () => world.daemons().length === 1)
      },
    }))

  const crowd = sessions(151, 20)
  test.concurrent('serves twenty sessions at once, and is killed among them', (context) =>
    survives(context, {
      fault: 'killed among 20 sessions at once',
      scripts: crowd,
      atOnce: true,
      live: async ({ world, client, inflict }) => {
        const all = Promise.all(crowd.map((script) => client(script).live()))
        await sleep(1_500)
        kill(world.endpoint().pid)
        inflict()
        await all
      },
    }))
})
