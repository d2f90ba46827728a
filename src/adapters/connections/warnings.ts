import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { execa } from 'execa'
import type { ClaudeConnection } from '../../ports.ts'
import { neighbours } from '../../wire/claude-code/settings/neighbours.ts'
import { silencers } from '../../wire/claude-code/settings/silencers.ts'
import { readText } from './file.ts'
import { mergedSettings, placesOf, type Surroundings } from './places.ts'

/** Who else speaks to the same client: other memories, and another home of ours; a line each. */
export async function neighboursOf(at: Surroundings, to: ClaudeConnection): Promise<readonly string[]> {
  const settings = mergedSettings(at, to.projectDir).map(({ path }) => path)
  const texts = [...settings, placesOf(at, to).state].map(async (path) => {
    const file = await readText(path)
    return 'text' in file && file.text !== undefined ? [{ path, text: file.text }] : []
  })
  const found = (await Promise.all(texts)).flat()
  const others = neighbours(found).map(
    ({ name, where }) =>
      `another memory is here too, ${name} (${where}): both tell a session what they know; one of them may be enough`,
  )
  const own = found.find(({ path }) => path === placesOf(at, to).settings)
  const home = own && homeIn(own.text)
  if (home === undefined || home === at.home) return others
  return [
    ...others,
    `these settings led to another Hindcast home, ${home}: it hears nothing of this client once they lead here`,
  ]
}

/** The home whose installed launcher stands in settings; undefined where none does. */
function homeIn(settings: string): string | undefined {
  const [, path] = /"((?:[^"\\\n]|\\["\\/]|\\u[0-9a-f]{4})+)\/app\/[^"/]+\/hindcast-run"/i.exec(settings) ?? []
  return path && String(JSON.parse(`"${path}"`))
}

/** What may keep a connection from working, or its token from staying secret; a line each. */
export async function warningsFor(at: Surroundings, to: ClaudeConnection): Promise<readonly string[]> {
  const settings = mergedSettings(at, to.projectDir).map(async ({ path, managed }) => {
    const file = await readText(path)
    return 'text' in file && file.text !== undefined ? [{ path, managed, text: file.text }] : []
  })
  const found = silencers((await Promise.all(settings)).flat(), at.env, to)
  const lines = found.map(({ why, where, remedy }) => `${why} (${where}): ${remedy}`)
  return (await isShared(at, to))
    ? [
        ...lines,
        `git does not ignore ${placesOf(at, to).settings}, which holds a token: name it in .gitignore, or in .git/info/exclude`,
      ]
    : lines
}

/** Whether git would take the project's local settings along. */
async function isShared(at: Surroundings, to: ClaudeConnection): Promise<boolean> {
  if (to.scope !== 'project' || to.transport !== 'http' || !to.projectDir) return false
  const { settings } = placesOf(at, to)
  const { PATH, HOME, SYSTEMROOT } = at.env
  const folder = await stat(dirname(settings)).then(
    () => dirname(settings),
    () => to.projectDir,
  )
  const done = await execa('git', ['check-ignore', '-q', settings], {
    cwd: folder,
    env: { PATH, HOME, SYSTEMROOT },
    extendEnv: false,
    reject: false,
    timeout: 2_000,
    stdin: 'ignore',
  })
  // 0: ignored, 1: not, 128: no repository
  return done.exitCode === 1
}
