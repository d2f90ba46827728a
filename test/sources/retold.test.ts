import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { discover } from '../../src/sources/transcripts/discover.ts'
import { type Retold, retold } from '../../src/sources/transcripts/retold.ts'
import claudeCode from '../../src/wire/claude-code/index.ts'

const recorded = join(import.meta.dirname, '../fixtures/claude-code-2.1.330/transcripts')
const AGENTS = ['a7e551d3858500c11', 'ab3dec1409379649d']

/** The recorded session `work` with its subagents', as the client lays them down; gives the places. */
function layDown(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'hindcast-retold-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'work/subagents'), { recursive: true })
  copyFileSync(join(recorded, 'work.jsonl'), join(folder, 'work.jsonl'))
  for (const agent of AGENTS)
    copyFileSync(join(recorded, `work.agent-${agent}.jsonl`), join(folder, `work/subagents/agent-${agent}.jsonl`))
  return [join(folder, 'work.jsonl'), join(folder, 'work')]
}

async function all(places: readonly string[], owners: Readonly<Record<string, string>> = {}) {
  const told: Retold[] = []
  let [bytes, unread] = [0, 0]
  const onRead = (more: number, lost: number) => {
    bytes += more
    unread += lost
  }
  const files = await discover([{ host: claudeCode, folder: '/nowhere' }], places, [])
  for await (const one of retold(files, { hosts: [claudeCode], owners: async () => owners, onRead })) told.push(one)
  return { told, bytes, unread, size: files.reduce((sum, { size }) => sum + size, 0) }
}

const CALLED = ['PostToolUse', 'PostToolUseFailure', 'PermissionDenied']
const callOf = ({ draft }: Retold) => ('toolUseId' in draft ? draft.toolUseId : '')

test('before each call stands its moment, with the same tool, prompt and agent, and no later', async () => {
  const { told, bytes, unread, size } = await all(layDown())
  expect([bytes, unread]).toEqual([size, 0])
  const calls = told.filter(({ draft }) => CALLED.includes(draft.name))
  expect(calls.length).toBeGreaterThan(5)
  expect(new Set(calls.map(({ draft }) => draft.agent?.id))).toEqual(new Set([undefined, AGENTS[0]]))
  for (const call of calls) {
    const at = told.findIndex((one) => one.draft.name === 'PreToolUse' && callOf(one) === callOf(call))
    const moment = told[at]?.draft
    expect(at, callOf(call)).toBeGreaterThanOrEqual(0)
    expect(at).toBeLessThan(told.indexOf(call))
    expect(moment?.at).toBeLessThanOrEqual(call.draft.at)
    const { agent, promptId } = call.draft
    expect(moment).toMatchObject({ promptId, act: { kind: 'act' in call.draft ? call.draft.act.kind : '' } })
    expect(moment?.agent?.id).toBe(agent?.id)
  }
})

test('what subagents did is told within the turn that asked for it', async () => {
  const { told } = await all(layDown())
  for (const agent of AGENTS) {
    const own = told.flatMap(({ draft }, at) => (draft.agent?.id === agent ? [at] : []))
    const stops = told.flatMap(({ draft }, at) => (draft.name === 'Stop' && !draft.agent ? [at] : []))
    expect(own.length).toBeGreaterThan(1)
    expect(Math.min(...own)).toBeGreaterThan(0)
    expect(Math.min(...own)).toBeLessThan(Math.max(...stops))
  }
})

test('lines that another session told first are understood, and none of them is told', async () => {
  const [main = ''] = layDown()
  const uuids = readFileSync(main, 'utf8').match(/"uuid":"([^"]+)"/g) ?? []
  const owners = Object.fromEntries(uuids.map((found) => [found.slice(8, -1), 'another']))
  const { told } = await all([main], owners)
  expect(told.filter(({ draft }) => [...CALLED, 'PreToolUse', 'UserPromptSubmit'].includes(draft.name))).toEqual([])
})

test('a torn or garbled line is counted, and the lines around it are told', async () => {
  const [main = ''] = layDown()
  const whole = readFileSync(main, 'utf8')
  writeFileSync(main, `{"type":"user","mess\n${whole}{"type":"assistant","message":{"ro`)
  const [before, after] = [await all([main]), await all(layDown().slice(0, 1))]
  expect(before.unread).toBe(2)
  expect(before.told.map(({ draft }) => draft.name)).toEqual(after.told.map(({ draft }) => draft.name))
})
