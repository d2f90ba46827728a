import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Arrival } from './recorder.ts'
import type { World } from './world.ts'

/** Where the recorded payloads of the client's version are stored: one file per event, or per event and tool. */
export const fixtures = fileURLToPath(new URL('../../fixtures/claude-code-2.1.330/', import.meta.url))

/** Replaces the recorded payloads with these, each complete, with paths replaced by those of an invented developer. */
export function saveFixtures(recorded: readonly { world: World; arrivals: readonly Arrival[] }[]): void {
  mkdirSync(fixtures, { recursive: true })
  for (const file of readdirSync(fixtures)) if (file.endsWith('.jsonl')) rmSync(join(fixtures, file))
  const files = new Map<string, Set<string>>()
  for (const { world, arrivals } of recorded) {
    for (const arrival of arrivals) {
      const file = fileOf(arrival)
      files.set(file, (files.get(file) ?? new Set()).add(scrubbed(arrival.text, world)))
    }
  }
  for (const [file, lines] of files) writeFileSync(join(fixtures, file), `${[...lines].join('\n')}\n`)
}

function fileOf({ payload }: Arrival): string {
  return `${[payload.hook_event_name, payload.tool_name].filter(Boolean).join('-')}.jsonl`
}

/** The payload's text on one line, with /home/dev for the home and /home/dev/app for the project. */
function scrubbed(text: string, world: World): string {
  const slug = (path: string): string => path.replace(/[^a-zA-Z0-9]/g, '-')
  const places: [string, string][] = [
    [world.project, '/home/dev/app'],
    [world.home, '/home/dev'],
    [world.root, ''],
    [slug(world.project), slug('/home/dev/app')],
  ]
  return places.reduce((line, [here, there]) => line.replaceAll(here, there), JSON.stringify(JSON.parse(text)))
}
