import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTerminals } from '../at-terminal.ts'
import { dist, makeWorld, until, type World } from '../daemon/world.ts'

let world: World
beforeAll(async () => {
  world = makeWorld()
  await world.start()
  await say({ hook_event_name: 'SessionStart', source: 'startup' })
  await say({ hook_event_name: 'UserPromptSubmit', prompt: 'Mind that the staging database is reset every Monday.' })
})
afterAll(() => world.remove())

const say = async (more: object): Promise<Record<string, string>> => {
  const base = { session_id: 's1', prompt_id: 'p1', cwd: world.project }
  return JSON.parse((await world.post('/hook', JSON.stringify({ ...base, ...more }))).body)
}
const prompt = (text: string) => say({ hook_event_name: 'UserPromptSubmit', prompt_id: randomUUID(), prompt: text })
/** The answer to a /hindcast prompt; on a busy machine it may come too late to be shown. */
async function ordered(words: string): Promise<string> {
  for (let n = 0; n < 10; n++) {
    const { decision, reason } = await prompt(`/hindcast ${words}`)
    if (decision === 'block') return reason ?? ''
  }
  throw new Error(`no answer to: ${words}`)
}
const shown = async (id: string) => (await world.api('show', { ids: [id] })).items[0]
const found = async (query: string): Promise<{ id: string }[]> =>
  (await world.api('search', { query, kind: 'observation' })).results
const counts = async () => (await world.api('status')).counts

describe('remember', () => {
  test.skipIf(!hasTerminals)(
    'saves a note from a terminal as said by the user; search finds it, and the next session is shown it',
    async () => {
      const words = ['remember', 'Releases', 'are', 'cut', 'on', 'Thursdays', '--json']
      const { code, shown: said } = await world.atTerminal(...words)
      const { id } = JSON.parse(said)
      expect(code).toBe(0)
      expect(await shown(id)).toMatchObject({
        ...{ kind: 'observation', title: 'Releases are cut on Thursdays' },
        ...{ rememberedBy: 'user', evidence: [] },
      })
      expect((await found('releases thursdays'))[0]?.id).toBe(id)
      expect((await world.api('context', { project: world.project })).text).toContain(id)
    },
  )

  test('a quote from a person’s prompt is attributed to the user, whoever saves it, and cites that prompt', async () => {
    const { id, by } = await world.api('remember', {
      ...{ text: 'the staging database is  reset every Monday', by: 'agent' },
      from: world.project,
    })
    const { evidence, session } = await shown(id)
    expect([by, session, (await shown(evidence[0])).kind]).toEqual(['user', 's1', 'prompt'])
  })

  test('a note in the agent’s own words is attributed to the agent', async () => {
    const { id, by } = await world.api('remember', {
      text: 'Production is never reset',
      by: 'agent',
      from: world.project,
    })
    expect([by, await shown(id)]).toEqual(['agent', expect.objectContaining({ rememberedBy: 'agent', session: 's1' })])
  })

  test('a note from a process started by a client is attributed to the agent, whatever it claims', async () => {
    const words = [join(dist, 'cli.js'), 'remember', 'Deploys need no review', '--by', 'user', '--json']
    const { stdout } = await world.run(process.execPath, words, '', { CLAUDECODE: '1' })
    expect(JSON.parse(stdout).by).toBe('agent')
    const listed = [join(dist, 'cli.js'), 'sessions', '--json']
    const { sessions } = JSON.parse((await world.run(process.execPath, listed, '', { CLAUDECODE: '1' })).stdout)
    expect(sessions).toHaveLength(1)
  })

  test('no secret and nothing private is saved', async () => {
    const key = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`
    const { id } = await world.api('remember', {
      ...{ text: `The deploy key is ${key} <private>and the cat is Tom</private>`, from: world.project },
    })
    const text = JSON.stringify(await shown(id))
    expect(text).toContain('The deploy key is')
    for (const secret of [key, 'Tom']) expect(text).not.toContain(secret)
    const nothing = await world.api('remember', { text: '<private>all of it</private>', from: world.project })
    expect(nothing.error.code).toBe('bad-input')
  })

  test('the same note saved twice is one record', async () => {
    const once = await world.api('remember', { text: 'Tests run on two cores', from: world.project })
    const before = (await counts()).observations
    const twice = await world.api('remember', { text: 'Tests run on two cores', from: world.project })
    expect([twice.id, (await counts()).observations]).toEqual([once.id, before])
  })

  test('it can be forgotten by its id', async () => {
    const { id } = await world.api('remember', { text: 'Forget me before noon', from: world.project })
    await world.api('forget', { ids: [id], yes: true })
    expect(await found('before noon')).toEqual([])
  })
})

describe('a /hindcast prompt in the client', () => {
  test('is answered without the model, with the list of commands if it is not understood', async () => {
    expect((await ordered('')).split('\n')).toHaveLength(11)
    expect(await ordered('stauts')).toMatch(/^unknown command 'stauts'; did you mean 'status'\?\n/)
    expect(await ordered('search staging')).toContain('staging database')
    expect(await ordered('pause for gibberish')).toContain('is not a time')
    expect((await world.api('status')).paused).toEqual([])
  })

  test('leaves no prompt and no event', async () => {
    const before = await counts()
    await ordered('status')
    expect(await counts()).toEqual(before)
  })

  test('can end a pause', async () => {
    expect(await ordered('pause all 2h')).toMatch(/^Paused everywhere until .+: nothing is recorded or recalled/)
    await until('it is paused', async () => (await world.api('status')).paused.length === 1)
    expect(await ordered('status')).toMatch(/Paused +everything/)
    await ordered('resume')
    await until('it is over', async () => (await world.api('status')).paused.length === 0)
  })

  test('says what would be forgotten, and forgets it once a person confirms', async () => {
    await prompt('Count the cormorants')
    expect(await ordered('forget cormorant')).toMatch(
      /^This would permanently delete 1 prompt.*:\n {2}p_.+\nTo confirm: \/hindcast forget cormorant yes$/s,
    )
    expect(await ordered('forget dodo yes')).toBe("Hindcast: nothing recorded contains 'dodo'")
    expect((await world.api('search', { query: 'cormorants' })).results).not.toEqual([])
    await ordered('forget cormorant yes')
    await until('it is gone', async () => (await world.api('search', { query: 'cormorants' })).results.length === 0)
  })

  test('is not carried out in a dry run', async () => {
    await world.api('context', { event: 'UserPromptSubmit', prompt: '/hindcast pause all', project: world.project })
    await sleep(100)
    expect((await world.api('status')).paused).toEqual([])
  })
})
