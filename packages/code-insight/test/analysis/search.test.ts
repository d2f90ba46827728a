import { describe, expect, test } from 'vitest'
import { entityWords } from '../../src/analysis/entity-words.ts'
import { likeWords } from '../../src/analysis/like-words.ts'
import type { Entity } from '../../src/analysis/outline.ts'
import { rankCode } from '../../src/analysis/search.ts'
import { searchWords } from '../../src/analysis/search-words.ts'
import type { CodeCandidate } from '../../src/analysis/view.ts'
import { factsOf } from './memory-sources.ts'

const candidate = (name: string, doc = '', body = ''): CodeCandidate => ({
  file: 'a.ts',
  entity: {
    name,
    kind: 'function',
    line: 1,
    startLine: 1,
    endLine: 2,
    signature: '',
    exported: true,
    marks: [],
  } satisfies Entity,
  doc: searchWords(doc),
  body: searchWords(body),
})

/** The names of candidates, the best first. */
function ranked(query: string, candidates: readonly CodeCandidate[]): readonly string[] {
  return rankCode(query, searchWords(query), candidates, () => 1).map((each) => each.candidate.entity.name)
}

describe('a search in plain words', () => {
  test('several words in one place beat a rare one', () => {
    const others = Array.from({ length: 20 }, (_, at) => candidate(`retry${at}`, 'retry delay'))
    const [first] = ranked('retry backoff delay computed', [
      candidate('computed', 'an overload of a heap'),
      candidate('retryDelay', '', 'backoff compute'),
      ...others,
    ])
    expect(first).toBe('retryDelay')
  })

  test('finds another word for the same, after the word itself', () => {
    expect(
      ranked('delete cookie', [candidate('setCookie'), candidate('removeCookie'), candidate('deleteCookie')]),
    ).toEqual(['deleteCookie', 'removeCookie', 'setCookie'])
  })

  test('knows words for the same both ways, and none for most', () => {
    for (const [one, other] of [
      ['delete', 'remove'],
      ['compute', 'calculate'],
      ['merge', 'combine'],
    ] as const) {
      expect(likeWords(searchWords(one)[0] ?? '')).toContain(searchWords(other)[0])
      expect(likeWords(searchWords(other)[0] ?? '')).toContain(searchWords(one)[0])
    }
    expect(likeWords('zebra')).toEqual([])
  })

  test('finds a word in its plural', () => {
    expect(searchWords('proxies')).toEqual(searchWords('proxy'))
  })

  test.each([
    ['a.ts', 'class A {\n  // zebra\n  /** lion */\n  run() { return tiger }\n}\n'],
    ['a.py', 'class A:\n    # zebra\n    # lion\n    def run(self): return tiger\n'],
    ['a.go', 'package a\n\n// zebra\n// lion\nfunc run() int { return tiger }\n'],
  ])('knows of what is written above a definition in %s that it is about that', async (path, text) => {
    const { outline } = await factsOf(path, text)
    const at = outline.entities.findIndex(({ name }) => name.endsWith('run'))
    expect(entityWords(outline, text)[at]?.body.split(' ')).toEqual(
      expect.arrayContaining(searchWords('zebra lion tiger')),
    )
  })
})
