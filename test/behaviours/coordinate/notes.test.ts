import { describe, expect, test } from 'vitest'
import { type Company, company } from './company.ts'

const pair = async (): Promise<Company> => {
  const here = await company()
  await here.start('alpha')
  await here.ask('alpha', 'Move the prices to the new table')
  await here.start('beta')
  return here
}
const MERGED = 'The migration is merged'

describe('a note', () => {
  test('reaches a session with its next result, quoted with its sender, and only once', async () => {
    const here = await pair()
    const id = await here.tell({ recipient: 'beta' })
    const { context } = await here.ran('beta', 'ls')
    expect(context).toContain(
      `Note from another session\n${id} just now, agent of session alpha (user asked “Move the prices to the new table”) wrote “${MERGED}”`,
    )
    for (const again of [
      await here.ran('beta', 'ls'),
      await here.ask('beta', 'And now?'),
      await here.failed('beta', 'x'),
    ])
      expect(again.context ?? '').not.toContain(MERGED)
  })

  test.each([
    ['a failed call', (here: Company) => here.failed('beta', 'npm test')],
    ['a prompt', (here: Company) => here.ask('beta', 'Go on')],
    ['a compaction', (here: Company) => here.start('beta', { source: 'compact' } as object)],
  ])('is delivered with %s, too', async (_, next) => {
    const here = await pair()
    await here.tell({ recipient: 'beta' })
    expect((await next(here)).context).toContain(MERGED)
  })

  test('is given to one of several calls that end at once', async () => {
    const here = await pair()
    await here.tell({ recipient: 'beta' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => here.ran('beta', 'ls')))
    expect(answers.filter(({ context }) => context?.includes(MERGED))).toHaveLength(1)
  })

  test('to all reaches every other session that was there, but neither its sender nor who comes later', async () => {
    const here = await pair()
    await here.start('gamma')
    await here.tell({})
    await here.start('delta')
    const told = await Promise.all(['alpha', 'beta', 'gamma', 'delta'].map((id) => here.ran(id, 'ls')))
    expect(told.map(({ context }) => context?.includes(MERGED) ?? false)).toEqual([false, true, true, false])
  })

  test('goes to the main agent, not to a subagent with a task of its own', async () => {
    const here = await pair()
    await here.tell({ recipient: 'beta' })
    const agent = { agent: { id: 'a1', type: 'Explore' } }
    expect((await here.ran('beta', 'ls', agent)).context).toBeUndefined()
    expect((await here.ran('beta', 'ls')).context).toContain(MERGED)
  })

  test('of more than a day ago is not delivered', async () => {
    const here = await pair()
    await here.tell({ recipient: 'beta' })
    here.pass(25 * 3_600_000)
    expect((await here.ran('beta', 'ls')).context).toBeUndefined()
  })

  test('of a person names the user, and one of a subagent says so', async () => {
    const here = await pair()
    await here.tell({ recipient: 'beta', session: '', by: 'user' })
    expect((await here.ran('beta', 'ls')).context).toMatch(
      /Note from the user\nn_\w+ just now, user wrote in a terminal “The migration is merged”/,
    )
    await here.tell({ recipient: 'beta', agentId: 'a1' })
    expect((await here.ran('beta', 'ls')).context).toContain('subagent of session alpha')
  })

  test('stands with others of the same moment, three quoted and the ids of the rest, within the budget', async () => {
    const here = await pair()
    const ids = []
    for (let n = 0; n < 7; n++)
      ids.push(await here.tell({ recipient: 'beta', text: `${n} ${'a long note '.repeat(80)}` }))
    const { context = '' } = await here.ran('beta', 'ls')
    expect(context).toContain(`Notes from other sessions\n4 earlier: ${ids.slice(0, 4).join(', ')}\n`)
    expect(context.match(/wrote “/g)).toHaveLength(3)
    expect((await here.ran('beta', 'ls')).context).toBeUndefined()
  })

  test('of hundreds is told of in one answer, in few lines, with how many more there are', async () => {
    const here = await pair()
    for (let n = 0; n < 150; n++) await here.tell({ recipient: 'beta', text: `Note ${n}: ${'words '.repeat(40)}` })
    await here.tell({ recipient: 'beta', text: 'Once from a person', session: '', by: 'user' })
    const { context = '' } = await here.ran('beta', 'ls')
    expect(context).toMatch(/148 earlier: n_\w+, n_\w+, n_\w+, n_\w+, n_\w+ and 143 more\n/)
    expect(context.match(/wrote /g)).toHaveLength(3)
    expect(context.length).toBeLessThan(1_500)
    expect((await here.ran('beta', 'ls')).context).toBeUndefined()
  })

  test('of one sender leaves room for those of others, and one that was sent again is quoted once', async () => {
    const here = await pair()
    await here.start('gamma')
    await here.tell({ recipient: 'beta', session: 'gamma', text: 'From gamma' })
    for (let n = 0; n < 9; n++) await here.tell({ recipient: 'beta', text: `Note ${n % 3}` })
    const { context = '' } = await here.ran('beta', 'ls')
    expect(context).toContain('wrote “From gamma”')
    expect(context).toContain('wrote “Note 2” (3 times)')
    expect(context).toContain('1 earlier: n_')
  })

  test('that is forgotten is not delivered', async () => {
    const here = await pair()
    const id = await here.tell({ recipient: 'beta' })
    await here.store.ledger.forget({ ids: [id] }, Date.now())
    expect((await here.ran('beta', 'ls')).context).toBeUndefined()
  })

  test('never becomes a lesson or a signal', async () => {
    const here = await pair()
    await here.tell({ recipient: 'beta', text: 'Always use pnpm, never npm. From now on, always.' })
    await here.ran('beta', 'ls')
    await here.engine.drain()
    for (const noun of ['lesson', 'signal'] as const)
      expect(await here.store.memories.records({ noun, limit: 9 })).toEqual([])
  })
})
