import type { TestProject } from 'vitest/node'
import { build } from '../scripts/build.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    isBuilt: boolean
  }
}

/** What vitest runs before the first project that needs the built product, once a run. */
export async function setup({ vitest }: TestProject): Promise<void> {
  const root = vitest.getRootProject()
  if (root.getProvidedContext().isBuilt) return
  await build()
  root.provide('isBuilt', true)
}
