import { execFileSync } from 'node:child_process'
import { createWriteStream, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { kill, until, type World } from '../daemon/world.ts'
import { call, counts, found, live, startedWorlds, turn } from './turns.ts'

const newWorld = startedWorlds()

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean)

describe('a restore of an export from before forget', () => {
  const SAID = 'The heron nests behind the old mill'
  const from = (world: World) => ({ project: world.project })
  let world: World
  /** Homes that it is restored into; what a test restores is not in the others' way. */
  let target: World
  let fresh: World
  let before: string
  let quote: string
  let note: string
  beforeAll(async () => {
    ;[world, target, fresh] = await Promise.all([newWorld(), newWorld(), newWorld()])
    before = join(world.project, 'before.jsonl')
    await live(world, 'one', turn('heron', `Mind this. ${SAID}. Then draw it.`))
    quote = (await world.api('remember', { text: SAID, by: 'agent', ...from(world) })).id
    note = (await world.api('remember', { text: 'The pond is frozen in March', ...from(world) })).id
    await world.api('export', { path: before })
  })
  const observation = async (to: World, id: string) => (await to.api('show', { ids: [id] })).items[0]

  test('is completed by running it again if the daemon was killed, without duplicates', async () => {
    const [header = '', ...lines] = linesOf(before)
    const { record } = JSON.parse(lines.find((line) => line.includes('"kind":"prompt"')) ?? '')
    const many = Array.from({ length: 1_000 }, (_, n) => {
      const text = `wave ${n} ${'x'.repeat(300)}`
      return JSON.stringify({ kind: 'prompt', record: { ...record, id: `p_${n}`, number: n + 1, text } })
    })
    const all = [JSON.stringify({ ...JSON.parse(header), counts: { prompt: many.length } }), ...many]
    const [whole, half, pipe] = ['whole.jsonl', 'half.jsonl', 'pipe'].map((name) => join(target.root, name)) as [
      string,
      string,
      string,
    ]
    writeFileSync(whole, all.join('\n'))
    // Only half of it arrives, so that the daemon is killed before the end on any machine
    execFileSync('mkfifo', [pipe])
    symlinkSync(pipe, half)
    const writer = createWriteStream(pipe).on('error', () => undefined)
    writer.write(`${all.slice(0, all.length / 2).join('\n')}\n`)
    const broken = call(target, 'restore', { path: half }).catch(() => 'broken off')
    await until('some are restored', async () => (await target.api('restore', { progress: true })).done > 100)
    kill(target.endpoint().pid)
    expect(await broken).toBe('broken off')
    writer.destroy()
    await target.start()
    const there = (await counts(target)).prompts
    expect(there).toBeGreaterThan(0)
    expect(there).toBeLessThan(many.length)
    const rest = { complete: true, there, new: many.length - there }
    expect(await target.api('restore', { path: whole })).toMatchObject(rest)
    expect((await counts(target)).prompts).toBe(many.length)
    expect((await found(target, 'wave')).length).toBe(100)
  })

  test('only a prompt that contains the words makes a note the user’s', async () => {
    await fresh.api('restore', { path: before })
    expect((await observation(fresh, quote)).rememberedBy).toBe('user')
    expect((await observation(fresh, note)).rememberedBy).toBe('agent')
  })

  test('a note that a person saved during a pause is restored', async () => {
    const file = join(world.project, 'paused.jsonl')
    await call(world, 'pause', {})
    const { id } = await world.api('remember', { text: 'The weir opens at nine', ...from(world) })
    await world.api('export', { path: file })
    await world.api('resume')
    await fresh.api('restore', { path: file })
    expect(JSON.stringify(await observation(fresh, id))).toContain('The weir opens at nine')
  })

  test('private passages in the file are cut, and a private prompt is skipped', async () => {
    const hidden = (line: string): string => {
      const { kind, record } = JSON.parse(line)
      if (kind === 'prompt')
        return JSON.stringify({ kind, record: { ...record, text: '<private>swanfeather</private>' } })
      return kind === 'observation' && record.id === note
        ? JSON.stringify({
            kind,
            record: {
              ...record,
              narrative: 'Pond <private>swanfeather</private>',
              facts: ['+<private>', '+swanfeather', '+</private>'],
            },
          })
        : line
    }
    const path = join(target.project, 'hidden.jsonl')
    writeFileSync(path, linesOf(before).map(hidden).join('\n'))
    expect(await target.api('restore', { path })).toMatchObject({ kinds: { prompt: { new: 0, refused: 1 } } })
    await target.api('export', { path: join(target.project, 'after.jsonl') })
    expect(readFileSync(join(target.project, 'after.jsonl'), 'utf8')).not.toContain('swanfeather')
    expect((await observation(target, note)).narrative).toBe('Pond ')
  })

  test('brings back no note that was forgotten, by its words or with the prompt that it quotes', async () => {
    await world.api('forget', { match: 'pond is frozen', yes: true })
    await world.api('forget', { match: SAID.toLowerCase(), yes: true })
    await world.api('restore', { path: before })
    await world.api('export', { path: join(world.project, 'after.jsonl') })
    const after = readFileSync(join(world.project, 'after.jsonl'), 'utf8')
    expect(after).not.toMatch(/pond is frozen|old mill/i)
  })
})
