import fc from 'fast-check'

/**
 * Any character, one that takes two UTF-16 code units too; common ones more often. fast-check's own unit `binary` lists all
 * 1.1 million of them first, which takes a second of every process.
 */
export const character = fc
  .oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 0x7f }) },
    { weight: 2, arbitrary: fc.integer({ min: 0x80, max: 0x2fff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0x3000, max: 0xd7ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe000, max: 0xffff }) },
    { weight: 2, arbitrary: fc.integer({ min: 0x10000, max: 0x10ffff }) },
  )
  .map((point) => String.fromCodePoint(point))
