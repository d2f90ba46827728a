import { expect, test } from 'vitest'
import { release } from '../daemon/release.ts'
import { kill } from '../daemon/world.ts'
import { survives } from './scenario.ts'
import { scriptOf } from './script.ts'

const scripts = [scriptOf(501, 2, 4), scriptOf(502, 2, 4)] as const

for (const [what, number] of [
  ['older', '0.0.9'],
  ['newer', '9.9.9'],
] as const)
  test.concurrent(`a release that is ${what} and takes over in the middle of a session loses and doubles nothing`, (context) =>
    survives(context, {
      fault: `${what} release takes over`,
      scripts,
      live: async ({ world, client, inflict }) => {
        const other = release(world, number)
        await client(scripts[0]).live(async (step) => {
          if (step !== 4) return
          inflict()
          const { code, stderr } = await world.run(process.execPath, [other, 'up'])
          expect(code, stderr).toBe(0)
        })
        // The next client starts with the settings of that release
        await client(scripts[1]).live((step) => {
          if (step !== 4) return
          inflict()
          kill(world.endpoint().pid)
        })
        // And this one takes over again
        expect((await world.hindcast('up')).code).toBe(0)
      },
    }))
