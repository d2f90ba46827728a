import { describe, expect, it } from 'vitest'
import { run } from './checked.ts'

describe('silence', () => {
  const status = (line: string, output: string) => run(line, 0, output)[0]?.status

  it.each([
    ['npx tsc --noEmit 2>&1 | head -20', ''],
    ['npx tsc --noEmit | tail -5', '\n'],
    ['cd web && npx tsc --noEmit 2>&1 | head', ''],
    ['bun run typecheck 2>&1 | tail -5', '$ tsc --noEmit\n'],
    ['npm run typecheck | tail', '\n> web@1.0.0 typecheck\n> tsc --noEmit\n'],
    ['go vet ./... 2>&1 | head', ''],
    ['npx eslint . | tail -20', ''],
    ['npx eslint . || true', ''],
    ['cargo fmt --check | head', ''],
  ])('of a checker that speaks only of problems is a pass, if all it says is shown: %s', (line, output) => {
    expect(status(line, output)).toBe('pass')
  })

  it.each([
    ['npx tsc --noEmit | grep src/a.ts', ''],
    ['npx tsc --noEmit 2>&1 | wc -l', '0'],
    ['npx tsc --noEmit > /tmp/out; echo done', ''],
    ['npx tsc --noEmit 2>/dev/null | head', ''],
    ['timeout 10 npx tsc --noEmit | head', ''],
    ['npm run typecheck | tail', ''],
    ['npm test | tail', ''],
    ['pytest | head -3', ''],
    ['cargo clippy | tail', ''],
    ['npm run build | tail', '$ vite build'],
  ])('proves nothing otherwise: %s', (line, output) => {
    expect(status(line, output)).toBe('unknown')
  })
})
