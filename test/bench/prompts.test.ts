import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { retractionIn } from '../../src/domain/learning/retraction.ts'
import { type Teaching, teachingsIn } from '../../src/domain/learning/teaching.ts'
import { accountOf } from '../../src/domain/memory/account.ts'
import { plainHeadline, standsAlone, statedHeadline, topicOf } from '../../src/domain/memory/headline.ts'
import { agrees, coreOf, intentOf, isHousekeeping, ownSentences, promptWish } from '../../src/domain/memory/intent.ts'
import { shorten } from '../../src/domain/memory/prose.ts'
import { nextOf } from '../domain/memory/observing.ts'

// The files are renewed by `npx vitest run --project unit test/bench/prompts.test.ts -u`; read what changes before you commit it

const promptsOf = (name: string): readonly string[] =>
  (JSON.parse(readFileSync(`bench/learning/prompts/${name}.json`, 'utf8')) as { text: string }[]).map(
    ({ text }) => text,
  )
const lines = (all: readonly string[]) => `${all.join('\n')}\n`

/** What is heard of a prompt, on one line each. */
const heard = ({ type, polarity, subject, object, reach, hasHorizon, folder, confidence, quote }: Teaching): string =>
  [
    `${type} ${polarity} ${reach}${hasHorizon ? ' lasting' : ''}${folder === undefined ? '' : ` in ${folder}`}`,
    object === undefined ? subject : `${subject} | ${object}`,
    confidence.toFixed(2),
    quote,
  ].join(' · ')

const HEARD = ['by-rule', 'seen', 'training-1', 'training-5', 'training-8', 'training-10', 'training-14', 'training-22']

test.each(HEARD)('the same is heard of the labelled prompts of %s as ever', async (name) => {
  const all = promptsOf(name).flatMap((text, at) => {
    const taken = retractionIn(text)
    return [...teachingsIn(text).map(heard), ...(taken ? [`takes back ${JSON.stringify(taken)}`] : [])].map(
      (each) => `${at} ${each}`,
    )
  })
  await expect(lines(all)).toMatchFileSnapshot(`prompts/heard/${name}.txt`)
})

describe.each(['training-3', 'training-4'])('of the labelled prompts of %s', (name) => {
  const prompts = promptsOf(name).slice(0, 200)

  test('the same wish is read as ever', async () => {
    const all = prompts.map((text, at) => {
      const { kind, verb, clause } = intentOf(text)
      const marks = [agrees(text) ? 'agrees' : '', isHousekeeping(text) ? 'housekeeping' : ''].filter(Boolean)
      const own = ownSentences(text)
      return `${at} ${[kind, verb, ...marks, `${own.length} sentences`].join(' ')} · ${coreOf(clause)}`
    })
    await expect(lines(all)).toMatchFileSnapshot(`prompts/read/${name}.wishes.txt`)
  })

  test('the same titles are made as ever', async () => {
    const all = prompts.slice(0, 100).map((text, at) => {
      const { clause } = intentOf(text)
      const said = [statedHeadline(clause), plainHeadline(clause), shorten(promptWish(text), 60)]
      return `${at} ${standsAlone(clause) ? 'alone ' : ''}· ${said.join(' · ')} · ${[...topicOf([clause])].join(' ')}`
    })
    await expect(lines(all)).toMatchFileSnapshot(`prompts/read/${name}.titles.txt`)
  })

  test('the same account is read of what is said in them as ever', async () => {
    const all = prompts.slice(0, 120).flatMap((text, at) => {
      const parts = Object.entries({ ...accountOf(text), next: nextOf(text) })
      const told = parts.filter(
        ([, part]) => part !== '' && part !== false && !(Array.isArray(part) && part.length === 0),
      )
      return told.map(([part, value]) => `${at} ${part}: ${Array.isArray(value) ? value.join(' ¶ ') : value}`)
    })
    await expect(lines(all)).toMatchFileSnapshot(`prompts/read/${name}.accounts.txt`)
  })
})
