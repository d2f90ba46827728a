import { done, edit, failed, shell } from '../samples.ts'

/** The command of a test file. */
export const TEST = 'npx vitest run test/cart.test.ts'
/** What it prints if one of its tests fails. */
export const FAILED = [
  ' FAIL  test/cart.test.ts > cart > rounds half up',
  'AssertionError: expected 3 to be 4 // Object.is equality',
  ' Test Files  1 failed (1)',
  '      Tests  1 failed | 4 passed (5)',
].join('\n')
/** What it prints if none does. */
export const PASSED = ' Test Files  1 passed (1)\n      Tests  5 passed (5)\n'
/** A failing run of it. */
export const fails = (command = TEST) => failed(shell(command), FAILED)
/** A passing one. */
export const passes = (command = TEST) => done(shell(command), PASSED)
/** An edit in between. */
export const fix = (path = '/home/dev/app/src/cart.ts') => done(edit(path, 'a', 'b'))
