import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { behaviours } from '../../src/behaviours/registry.ts'
import { sessionTitle } from '../../src/domain/nouns/session.ts'
import { parseQuery } from '../../src/domain/retrieval/query.ts'
import { Transcripts } from '../../src/sources/transcripts/transcripts.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'
import { type World, world } from '../engine/world.ts'

const SESSION = '0b5f2c1e-0000-4000-8000-000000000002'
const T0 = Date.UTC(2026, 1, 3, 9)

type Fields = Readonly<Record<string, unknown>>

/** A transcript whose lines are a minute apart. */
function linesOf(...bodies: readonly Fields[]): string {
  return bodies
    .map((body, at) => {
      const own =
        body.type === 'ai-title' || body.type === 'pr-link' ? {} : { uuid: `line-${at}`, cwd: '/home/sam/lamp' }
      const timestamp = new Date(T0 + at * 60_000).toISOString()
      return `${JSON.stringify({ sessionId: SESSION, ...own, timestamp, ...body })}\n`
    })
    .join('')
}

const asks = (text: string, promptId: string): Fields => ({
  type: 'user',
  promptId,
  message: { role: 'user', content: text },
})
const says = (text: string): Fields => ({
  type: 'assistant',
  message: { role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text }] },
})
const recap = (content: string): Fields => ({ type: 'system', subtype: 'away_summary', content })
const titled = (aiTitle: string): Fields => ({ type: 'ai-title', aiTitle })
const link: Fields = {
  type: 'pr-link',
  prNumber: 41,
  prRepository: 'sam/lamp',
  prUrl: 'https://forge.test/sam/lamp/pull/41',
}
const reported = (severity: string): Fields => ({
  type: 'attachment',
  attachment: {
    type: 'diagnostics',
    files: [
      { uri: '/home/sam/lamp/dim.ts', diagnostics: [{ message: `${severity} of gamma`, severity, source: 'ts' }] },
    ],
  },
})

const STORY: readonly Fields[] = [
  asks('Dim the lamp slowly, over two seconds', 'p1'),
  titled('Dim the lamp over two seconds'),
  reported('Error'),
  reported('Warning'),
  says('I changed the curve of the lamp in dim.ts.'),
  link,
  titled('Dim the lamp over two seconds'),
  link,
  recap(
    'Dimming the lamp; the curve is done and its test is missing. Next: write that test. (disable recaps in /config)',
  ),
]

async function open() {
  const lived = await world(behaviours)
  const folder = join(lived.folder, 'projects/-home-sam-lamp')
  mkdirSync(folder, { recursive: true })
  const { store, ports, engine } = lived
  const transcripts = new Transcripts({
    ...{ sources: store.sources, evidence: store.evidence, secrets: ports.secrets, clock: ports.clock, log: ports.log },
    ...{ absorb: (batch) => engine.absorb(batch), exclude: () => [], wake: () => engine.wake() },
    places: [{ host: claudeCode, folder: join(lived.folder, 'projects') }],
  })
  const path = join(folder, `${SESSION}.jsonl`)
  const read = async () => {
    await transcripts.run([])
    await engine.drain()
  }
  return { ...lived, path, transcripts, read }
}

const sessionIn = async ({ store }: World) => (await store.evidence.sessions({ id: SESSION, limit: 1 }))[0]
const eventsIn = ({ store }: World) => store.evidence.events({ session: SESSION, limit: 1_000 })
const handoffIn = async ({ store }: World) =>
  (await store.memories.records({ noun: 'handoff', session: SESSION, limit: 1 }))[0]

async function kept(here: World) {
  const events = (await eventsIn(here)).map(({ seq: _, ...event }) => event)
  return { events: events.sort((a, b) => (a.id < b.id ? -1 : 1)), session: await sessionIn(here) }
}

test('the session has its title and its pull request, and its handoff the recap', async () => {
  const here = await open()
  writeFileSync(here.path, linesOf(...STORY))
  await here.read()
  const session = await sessionIn(here)
  expect(session).toMatchObject({ title: 'Dim the lamp over two seconds', pullRequest: 'sam/lamp#41', startedAt: T0 })
  expect(session && sessionTitle(session)).toEqual({ title: session?.title, titleFrom: 'client' })
  expect(await handoffIn(here)).toMatchObject({
    recap: 'Dimming the lamp; the curve is done and its test is missing. Next: write that test.',
    recapAt: T0 + 8 * 60_000,
  })
})

test("the title of a person comes before the client's, whichever is later", async () => {
  const here = await open()
  const rename = '<command-name>/rename</command-name>\n<command-args>evening lamp</command-args>'
  writeFileSync(here.path, linesOf(...STORY, asks(rename, 'p2'), titled('Something else')))
  await here.read()
  const session = await sessionIn(here)
  expect(session && sessionTitle(session, 'Dim')).toEqual({ title: 'evening lamp', titleFrom: 'person' })
})

test.each([
  ['a prompt', [asks('Now write the test for the curve', 'p2'), says('Written.')]],
  [
    'a commit',
    [
      {
        type: 'assistant',
        message: {
          content: [
            { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'git commit -am "Test the curve"' } },
          ],
        },
      },
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: '[main 1a2b3c4] Test the curve' }] },
        toolUseResult: { stdout: '[main 1a2b3c4] Test the curve' },
      },
      says('Committed.'),
    ],
  ],
])('a recap no longer stands in the handoff after %s', async (_, later) => {
  const here = await open()
  writeFileSync(here.path, linesOf(...STORY, ...later))
  await here.read()
  expect((await handoffIn(here))?.recap).toBeUndefined()
})

test('a recap that is read after the end of its session is still in the handoff, and one of before a prompt is not', async () => {
  const before = STORY.slice(0, -1)
  const [atEnd, afterPrompt] = [await open(), await open()]
  const leaving: Fields = { type: 'user', message: { role: 'user', content: '<command-name>/exit</command-name>' } }
  const later = [asks('Now write the test for the curve', 'p2'), says('Written.')]
  for (const [here, rest] of [
    [atEnd, [leaving]],
    [afterPrompt, later],
  ] as const) {
    writeFileSync(here.path, linesOf(...before, { type: 'mode' }, ...rest))
    await here.read()
    // The same file as it is once the recap has been read, too
    writeFileSync(here.path, linesOf(...STORY, ...rest))
    await here.read()
  }
  expect((await handoffIn(atEnd))?.recap).toContain('the curve is done')
  expect((await handoffIn(afterPrompt))?.recap).toBeUndefined()
})

test('an error in the editor is a failed check that no command repeats; a warning is none, and nothing ever passes', async () => {
  const here = await open()
  writeFileSync(here.path, linesOf(...STORY))
  await here.read()
  const outcomes = (await eventsIn(here)).filter(({ name }) => name === 'Outcome')
  expect(outcomes.map(({ body }) => body)).toMatchObject([
    { check: 'types', runner: 'IDE', status: 'fail', command: '', error: '/home/sam/lamp/dim.ts: Error of gamma' },
  ])
  expect(
    await here.store.memories.records({
      noun: 'experience',
      project: (await sessionIn(here))?.project ?? '',
      limit: 5,
    }),
  ).toEqual([])
})

test('a live session that is read bit by bit has the same records as one that is imported, once', async () => {
  const [whole, bits] = [await open(), await open()]
  const lines = linesOf(...STORY)
    .split('\n')
    .slice(0, -1)
  writeFileSync(whole.path, linesOf(...STORY))
  await whole.read()
  for (const each of lines) {
    appendFileSync(bits.path, `${each}\n`)
    await bits.read()
  }
  const placeless = (text: unknown) => JSON.parse(JSON.stringify(text).replaceAll(bits.folder, whole.folder))
  expect(placeless(await kept(bits))).toEqual(placeless(await kept(whole)))
  expect((await eventsIn(bits)).filter(({ name }) => name === 'Titled' || name === 'PullRequest')).toHaveLength(2)
})

test('is found by words and by the number of the pull request', async () => {
  const here = await open()
  writeFileSync(here.path, linesOf(...STORY))
  await here.read()
  const found = async (text: string) =>
    (await here.store.memories.search({ match: parseQuery(text), limit: 5 })).map(({ type }) => type)
  expect(await found('sam/lamp#41')).toContain('PullRequest')
  expect(await found('curve test missing')).toContain('Recap')
})

test('no secret and no private passage of it is stored, and forgetting the session removes it for good', async () => {
  const here = await open()
  const secret = `ghp_${'aB3dE6gH9j'.repeat(4).slice(0, 36)}`
  // The file of an earlier test's store may hold what that one deleted
  const passage = `for-${randomUUID()}`
  const hidden = [titled(`Rotate ${secret}`), recap(`Rotating ${secret}; <private>${passage}</private> done.`)]
  writeFileSync(here.path, linesOf(...STORY, ...hidden))
  await here.read()
  const texts = JSON.stringify([await eventsIn(here), await sessionIn(here), await handoffIn(here)])
  expect(texts).toContain('Rotating')
  expect(texts).not.toContain(secret)
  expect(texts).not.toContain(passage)
  expect(readFileSync(here.file).includes(passage)).toBe(false)
  await here.ports.ledger.forget({ session: SESSION }, T0 + 24 * 3_600_000)
  await here.store.sources.rewind()
  await here.read()
  expect(await eventsIn(here)).toEqual([])
  expect(await sessionIn(here)).toBeUndefined()
  expect(await handoffIn(here)).toBeUndefined()
})

test('the kinds of line are counted by what they say, and those that no reader knows by their own names', async () => {
  const here = await open()
  const odd = [{ type: 'prophecy' }, { type: 'system', subtype: 'prophecy' }, { type: 'a kind with spaces' }]
  writeFileSync(here.path, linesOf(...STORY, ...odd, ...odd))
  await here.read()
  const written = {
    read: { recaps: 1, titles: 2, 'pull requests': 2, 'editor reports': 2 },
    unknown: { prophecy: 2, 'system/prophecy': 2, other: 2 },
  }
  expect(await here.transcripts.written()).toEqual(written)
  await here.read()
  expect(await here.transcripts.written()).toEqual(written)
})

test.each([
  ['whole', '<private>Prepare the merger</private>'],
  ['in part', 'Write a letter <private>about the merger</private>'],
])(
  'what the client wrote of a session with a private prompt (%s) is not kept, since it may retell it',
  async (_, first) => {
    const here = await open()
    const later = [asks('Dim the lamp', 'p2'), says('Dimmed.'), recap('The merger is prepared, the lamp is dimmed.')]
    writeFileSync(
      here.path,
      linesOf(titled('The merger'), asks(first, 'p1'), titled('A merger'), says('Done.'), ...later),
    )
    await here.read()
    const rename = '<command-name>/rename</command-name>\n<command-args>evening lamp</command-args>'
    appendFileSync(here.path, linesOf(asks(rename, 'p3')))
    await here.read()
    expect(JSON.stringify([await kept(here), await handoffIn(here)])).not.toContain('merger')
    expect(await sessionIn(here)).toMatchObject({ named: 'evening lamp' })
  },
)

test('no title or repository is longer than a line', async () => {
  const here = await open()
  const long = 'lamp '.repeat(100_000)
  writeFileSync(here.path, linesOf(STORY[0] ?? {}, titled(long), says('ok'), { ...link, prRepository: long }))
  await here.read()
  const { title, pullRequest } = (await sessionIn(here)) ?? {}
  expect([title?.length, pullRequest?.length].map((length) => length !== undefined && length < 320)).toEqual([
    true,
    true,
  ])
})

test('what the client wrote after a pause is not kept, since it may retell what happened in it', async () => {
  const here = await open()
  await here.ports.ledger.pause({ from: T0 + 30_000, until: T0 + 150_000 })
  const lines = [asks('Dim the lamp', 'p1'), asks('Prepare the merger', 'p2'), says('Prepared.')]
  const after = [asks('Dim it more', 'p3'), says('Dimmed.'), titled('The merger'), recap('The merger is prepared.')]
  writeFileSync(here.path, linesOf(...lines, ...after))
  await here.read()
  expect((await eventsIn(here)).map(({ promptId }) => promptId)).toContain('p3')
  expect(JSON.stringify([await kept(here), await handoffIn(here)])).not.toContain('merger')
})

test('forgetting anything of a session takes its pull request along, as its title', async () => {
  const here = await open()
  writeFileSync(here.path, linesOf(...STORY))
  await here.read()
  const linked = (await eventsIn(here)).find(({ name }) => name === 'PullRequest')
  await here.ports.ledger.forget({ ids: [linked?.id ?? ''] }, Date.now())
  expect(await sessionIn(here)).not.toHaveProperty('pullRequest')
  await here.read()
  expect(await sessionIn(here)).not.toHaveProperty('pullRequest')
})
