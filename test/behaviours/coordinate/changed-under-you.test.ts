import { describe, expect, test } from 'vitest'
import { company, killed } from './company.ts'

const CHANGE = [{ at: 10, removed: 1, added: 3 }]

describe('a file that another session changed after this one read it', () => {
  test('is asked about before it is edited, with the lines as they are now', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.read('beta')
    await here.before('alpha')
    await here.after('alpha', CHANGE)
    await here.after('alpha', [{ at: 1, removed: 0, added: 2 }])
    const { ask, context } = await here.before('beta')
    expect(ask).toMatch(
      /src\/pricing\.py was changed just now by session alpha, after this session last read it: lines 1–2 and 12–14\./,
    )
    expect(context).toContain('Changed by another session')
  })

  test('is told once with the next result or prompt, and again only after it was read and changed again', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.read('beta')
    await here.after('alpha', CHANGE)
    expect((await here.ran('beta', 'npm test')).context).toContain('lines 10–12')
    await here.engine.drain()
    expect((await here.ask('beta', 'Go on with the rounding')).context).toBeUndefined()
    await here.after('alpha', CHANGE)
    expect((await here.ran('beta', 'npm test')).context).toBeUndefined()
    await here.read('beta')
    await here.after('alpha', CHANGE)
    const { context, note } = await here.ask('beta', 'Go on with the rounding')
    for (const said of [context, note]) expect(said).toContain('src/pricing.py was changed')
  })

  test('may have changed while it was being read', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.after('alpha', CHANGE)
    await here.read('beta', here.file, { durationMs: 40 } as object)
    expect((await here.before('beta')).ask).toContain('after this session last read it: lines 10–12')
    here.pass(1_000)
    await here.read('beta', here.file, { durationMs: 40 } as object)
    expect((await here.before('beta')).ask ?? '').not.toContain('after this session last read it')
  })

  test('is told with the reading itself, if it was never told', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.read('beta')
    await here.after('alpha', CHANGE)
    expect((await here.read('beta')).context).toContain('after this session last read it: lines 10–12')
    expect(await here.before('beta')).not.toHaveProperty('context', expect.stringContaining('last read it'))
  })

  test('is told though the other session has ended or was killed since, but nobody is asked', async () => {
    for (const end of ['end', 'kill']) {
      const here = await company()
      for (const id of ['alpha', 'beta', 'gamma']) await here.start(id)
      await here.read('beta')
      await here.after('alpha', CHANGE)
      if (end === 'end') await here.end('alpha')
      else killed(here, 'alpha')
      const { ask, context } = await here.before('beta')
      expect([ask, context]).toEqual([undefined, expect.stringContaining('session alpha, which has ended, after')])
      expect((await here.ran('beta', 'npm test')).context).toContain('src/pricing.py was changed')
    }
  })

  test('is not told of its own subagents, or to whom never saw it', async () => {
    const here = await company()
    await here.start('beta')
    await here.read('beta')
    await here.after('beta', CHANGE, here.file, { agent: { id: 'a1', type: 'worker' } })
    expect(await here.before('beta')).toEqual({})
    await here.start('delta')
    await here.after('beta', CHANGE)
    expect((await here.ask('delta', 'Round the prices, please')).context).toBeUndefined()
  })

  test('is one that a subagent read itself, or else its session', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    const agent = { agent: { id: 'a1', type: 'worker' } }
    await here.read('beta')
    await here.after('alpha', CHANGE)
    expect((await here.before('beta', here.file, agent)).ask).toContain('after this session last read it')
    await here.read('beta', here.file, agent)
    expect((await here.before('beta', here.file, agent)).ask ?? '').not.toContain('after this session last read it')
    expect((await here.before('beta')).ask).toContain('after this session last read it')
  })

  test('is still known after a restart', async () => {
    const here = await company()
    await here.start('alpha')
    await here.start('beta')
    await here.read('beta')
    await here.after('alpha', CHANGE)
    await here.engine.drain()
    const { createEngine } = await import('../../../src/engine/engine.ts')
    const { default: changedUnderYou } = await import('../../../src/behaviours/coordinate/changed-under-you.ts')
    const again = createEngine({ behaviours: [changedUnderYou], ports: here.ports })
    await again.start()
    const { draft } = await import('../../engine/world.ts')
    const call = {
      tool: 'Edit',
      toolUseId: 't',
      act: { kind: 'edit', path: here.file, changes: [] },
      input: {},
    } as const
    const { answer } = await again.take(draft('PreToolUse', call, { session: 'beta', cwd: here.folder }))
    await again.close()
    expect(answer.ask).toContain('lines 10–12')
  })
})
