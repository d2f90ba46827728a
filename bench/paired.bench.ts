import { payloadsIn } from './daemon/payloads.ts'
import { echoServer, endAll, post, rssOf, scratch, startDaemon } from './daemon/process.ts'
import { meanOf, quantile, table } from './retrieval/figures.ts'

/**
 * Compares two builds: complete HTTP answers of this one, of another one, and of this one again (A/A: the noise). Each is a
 * daemon with a home of its own that has received the same hooks before. The arms take turns, in reverse order every second
 * time. One row per event: medians and 95th percentiles in milliseconds, and the ratio of this build's median to the
 * other's, with the 95 % interval of its mean over blocks of 50 turns.
 *   npm run bench -- paired OTHER_DIST [hooks before: 2000] [turns: 500] [DIST]
 */
const [other, before = '2000', turns = '500', own = 'dist'] = process.argv.slice(2)
if (other === undefined) throw new Error('usage: npm run bench -- paired OTHER_DIST [HOOKS] [TURNS] [DIST]')
const BLOCK = 50

interface Build {
  readonly name: string
  readonly rss: () => number
  readonly once: (event: string) => Promise<number>
}

async function started(name: string, dist: string): Promise<Build> {
  const folder = scratch()
  const payloads = payloadsIn(folder)
  const { process: daemon, port, token } = await startDaemon(folder, dist)
  const once = async (event: string) => {
    const payload = payloads[event as keyof typeof payloads]()
    const began = performance.now()
    await post(port, token, payload)
    return performance.now() - began
  }
  return { name, once, rss: () => rssOf(daemon) }
}

const EVENTS = ['PreToolUse', 'PostToolUse', 'UserPromptSubmit', 'Stop', 'SessionStart']

try {
  const builds = [await started('this', own), await started('other', other), await started('again', own)]
  const echo = await echoServer(scratch())
  const bare = payloadsIn('/')
  for (let hook = 0; hook < Number(before); hook++)
    for (const { once } of builds) await once(hook % 40 === 0 ? 'UserPromptSubmit' : 'PostToolUse')
  const times = new Map<string, number[]>()
  const note = (key: string, ms: number) => times.set(key, [...(times.get(key) ?? []), ms])
  for (let turn = 0; turn < Number(turns); turn++) {
    const began = performance.now()
    await post(echo, '', bare.PreToolUse())
    note('echo', performance.now() - began)
    for (const event of EVENTS)
      for (const { name, once } of turn % 2 === 0 ? builds : builds.toReversed())
        note(`${event} ${name}`, await once(event))
  }
  const of = (key: string) => times.get(key) ?? []
  const both = (key: string) => `${quantile(of(key), 0.5).toFixed(2)} / ${quantile(of(key), 0.95).toFixed(2)}`
  const rows = EVENTS.map((event) => {
    const added = blocks(of(`${event} this`), of(`${event} other`))
    const noise = blocks(of(`${event} again`), of(`${event} this`))
    return [event, ...builds.map(({ name }) => both(`${event} ${name}`)), intervalOf(added), intervalOf(noise)]
  })
  const head = ['p50 / p95, ms', ...builds.map(({ name }) => name), 'this - other', 'again - this']
  process.stdout.write(`${table(head, [...rows, ['echo', both('echo'), '', '', '', '']])}\n`)
  process.stdout.write(`RSS, MB: ${builds.map(({ name, rss }) => `${name} ${rss()}`).join(', ')}\n`)
} finally {
  await endAll()
}

/** The difference of the medians of each block of turns. */
function blocks(one: readonly number[], base: readonly number[]): number[] {
  const count = Math.max(1, Math.floor(one.length / BLOCK))
  return Array.from({ length: count }, (_, at) => {
    const part = (values: readonly number[]) => values.slice(at * BLOCK, (at + 1) * BLOCK)
    return quantile(part(one), 0.5) - quantile(part(base), 0.5)
  })
}

function intervalOf(values: readonly number[]): string {
  const { mean, low, high } = meanOf(values)
  return `${mean.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
}
