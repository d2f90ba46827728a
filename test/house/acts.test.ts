import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT, sourcesOf } from './tree.ts'

/** A regular expression that is run over the text of a call's input, in either order of the two. */
const OVER_INPUT =
  /\.(?:test|exec)\((?:\w+\.)*(?:input|act\.command)\b|\.(?:input|act\.command)\b[^;\n]{0,20}\.match(?:All)?\(/

test('no rule looks for an act in the text of a command: `domain/shell` reads what a line runs, once', () => {
  const files = sourcesOf(join(PROJECT)).filter((path) => /^src\/(?:domain|behaviours|engine|operations)\//.test(path))
  const found = files.filter((path) => OVER_INPUT.test(readFileSync(join(PROJECT, path), 'utf8')))
  // It looks for ids of records, which are no acts
  expect(found).toEqual(['src/domain/memory/use.ts'])
})
