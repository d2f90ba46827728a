import fc from 'fast-check'

/** How many times as often as in `npm test` everything is tried that is tried with many cases: `npm run test:long` sets it. */
const TIMES = Number(process.env.HINDCAST_RUNS || 1)

/** How many cases a property is tried with if it does not say. */
const USUAL = 50

/** How often something is tried, given how often in `npm test`. */
export const runs = (usual: number): number => Math.ceil(usual * TIMES)

fc.configureGlobal({ numRuns: runs(USUAL) })
