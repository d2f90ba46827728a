import { describe, expect, test } from 'vitest'
import { company, killed } from './company.ts'

describe('a session that starts', () => {
  test('is told of nobody when it is alone', async () => {
    const here = await company()
    expect(await here.start('alpha')).toEqual({})
    await here.end('alpha')
    expect((await here.start('beta')).context).toBeUndefined()
  })

  test.each(['startup', 'resume', 'clear', 'compact', 'fork'])(
    'by %s is told who else is there, on what, and which files they hold',
    async (source) => {
      const here = await company()
      await here.start('alpha')
      await here.ask('alpha', 'Round the prices to two decimals')
      await here.ask('alpha', 'yes')
      await here.after('alpha')
      await here.engine.drain()
      here.pass(3 * 60_000)
      const { context } = await here.start('beta', { source } as object)
      expect(context).toContain(
        'Other sessions in this project: session alpha (user asked “Round the prices to two decimals”), last active 3 minutes ago, editing src/pricing.py\n',
      )
    },
  )

  test('is told of five others at most, the last active first, and how many more there are', async () => {
    const here = await company()
    for (let n = 0; n < 8; n++) await here.start(`other${n}`)
    const lines = (await here.start('last')).context?.match(/session other\d|and \d more/g)
    expect(lines).toEqual([
      ...['session other7', 'session other6', 'session other5', 'session other4', 'session other3', 'and 3 more'],
    ])
  })

  test('is not told of sessions that have died, or of other projects', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta', { cwd: '/' })
    killed(here, 'alpha')
    expect((await here.start('gamma')).context).toBeUndefined()
  })
})
