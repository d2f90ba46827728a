import type { Connections, Reachability } from '../ports.ts'

/**
 * Looks for what keeps requests from arriving here. Which of a client's connections a session uses is not known, so only what
 * affects all that it may use counts; one that uses commands is affected by nothing.
 */
export const reachabilityOf = (
  connections: Pick<Connections, 'list' | 'obstacles'>,
  port: () => number,
): Reachability => ({
  async blocked({ host, dir, environment }) {
    const mayBe = (await connections.list()).filter(
      (one) => one.host === host && one.hooks > 0 && (one.scope === 'user' || one.projectDir === dir),
    )
    const found = mayBe.map(async ({ scope, configDir, transport }) => {
      if (transport === 'command') return []
      const to = { host, scope, configDir, projectDir: dir, environment, port: port(), transport }
      return (await connections.obstacles(to)).filter(({ stops, isSure }) => stops === 'requests' && isSure)
    })
    const [first = [], ...others] = await Promise.all(found)
    return first.filter(({ why }) => others.every((other) => other.some((each) => each.why === why)))
  },
})
