import { expect, it } from 'vitest'
import blockedHooks from '../../../src/behaviours/recall/blocked-hooks.ts'
import { eventOf } from '../../domain/samples.ts'
import { effectsOf, needsOf } from '../reacting.ts'

const requests = { HTTP_PROXY: 'set', NO_PROXY: 'localhost' }
const starting = (source: string) => eventOf('SessionStart', { source, client: { pid: 1, requests } })
const found = { why: 'HTTP_PROXY sends local hooks through a proxy', where: 'the environment', remedy: 'add it' }

it("asks with what the session's client has of proxies, once a session", () => {
  expect(needsOf(blockedHooks, starting('startup'), 'reply')).toEqual({
    blocked: { fact: 'blocked', host: 'claude-code', dir: '/home/dev/app', environment: requests },
  })
  for (const source of ['clear', 'compact']) expect(needsOf(blockedHooks, starting(source), 'reply')).toBeUndefined()
})

it('tells the person in one line what is in the way and what to do, and the model nothing', () => {
  const said = (blocked: readonly object[]) => effectsOf(blockedHooks, starting('resume'), 'reply', { blocked })
  expect(said([])).toEqual([])
  expect(said([found, found])).toEqual([
    {
      kind: 'note',
      text: "Hindcast: HTTP_PROXY sends local hooks through a proxy (the environment), so this session's events do not arrive; add it, or run `hindcast connect --transport command`",
      rank: 20,
    },
  ])
})
