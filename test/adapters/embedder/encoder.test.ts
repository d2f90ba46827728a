import { join } from 'node:path'
import { similarity } from '@hindcast/text/similarity.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Encode, openEncoder } from '../../../src/adapters/embedder/encoder.ts'
import { quantize } from '../../../src/domain/retrieval/semantic.ts'

/** The model as it is built before the tests. */
const MODEL = join(import.meta.dirname, '../../../dist/model')

let encode: Encode
beforeAll(async () => {
  encode = await openEncoder(MODEL)
})
const alike = (a: string, b: string): number => similarity(quantize(encode(a)), quantize(encode(b)))

describe('the encoder', () => {
  // Cosines from the same model in float32, computed by onnxruntime
  test.each([
    ['the login token expires too early', 'users are signed out after a few minutes', 0.462],
    ['the login token expires too early', 'the cake needs twenty minutes in the oven', 0.229],
    ['Wie heißt du? 你好!', 'const { id } = await fetchUser(ctx)', -0.008],
    ['x', 'the parser drops the last comma '.repeat(60), 0.124],
  ])("%s | %.30s: matches the model's similarity", (a, b, cosine) => {
    expect(Math.abs(alike(a, b) - cosine)).toBeLessThan(0.01)
  })

  test('returns a vector of length 1 for any text', () => {
    for (const text of ['', ' ', '\0', '\ud800', '…', 'a'.repeat(5_000), '错误 '.repeat(500)])
      expect(Math.hypot(...encode(text))).toBeCloseTo(1, 5)
  })
})
