import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Teaching, teachingsIn } from '../../src/domain/learning/teaching.ts'

/** What is heard of a prompt, on one line each. */
const said = ({ type, polarity, subject, object, reach, hasHorizon, folder, confidence, quote }: Teaching): string =>
  [
    `${type} ${polarity} ${reach}${hasHorizon ? ' lasting' : ''}${folder === undefined ? '' : ` in ${folder}`}`,
    object === undefined ? subject : `${subject} | ${object}`,
    confidence.toFixed(2),
    quote,
  ].join(' · ')

const PROMPTS = [
  'by-rule',
  'seen',
  'training-1',
  'training-5',
  'training-8',
  'training-10',
  'training-14',
  'training-22',
]

// Renewed by `npx vitest run --project unit test/bench/heard.test.ts -u`; read what changes before you commit it
test.each(PROMPTS)('what is heard of the labelled prompts of %s is what was heard', async (name) => {
  const prompts = JSON.parse(readFileSync(`bench/learning/prompts/${name}.json`, 'utf8')) as { text: string }[]
  const heard = prompts.flatMap(({ text }, at) => teachingsIn(text).map((each) => `${at} ${said(each)}`))
  await expect(`${heard.join('\n')}\n`).toMatchFileSnapshot(`heard/${name}.txt`)
})
