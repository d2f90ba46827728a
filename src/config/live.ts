import type { Cleaned } from '@hindcast/redaction/clean.ts'
import { settingsOf, type Values } from '../domain/settings.ts'
import type { Config, ConfigEditor, Log, Switch, Switches } from '../ports.ts'
import { type Configuration, configEditor, loadConfig } from './config.ts'
import { ProjectFiles } from './project.ts'

/** The user's settings, the behaviours that are off everywhere, and those that are off in one session or project. */
export interface ConfigSnapshot {
  readonly values: Values
  readonly off: readonly string[]
  readonly switches: readonly Switch[]
}

/** The configuration of a running daemon: what its editor or a switch changes takes effect at once. */
export interface LiveConfig {
  readonly config: Config
  readonly editor: ConfigEditor
  /** A line for each setting that was invalid when it was first read, and for each variable without effect. */
  readonly complaints: readonly string[]
  values(): Values
  /** The same object until something changes. */
  snapshot(): ConfigSnapshot
  /** Takes over the switches that a store keeps. */
  adopt(store: Switches): Promise<void>
  switch(at: Cleaned<Switch>, on: boolean): Promise<void>
}

/** Reads `config.yaml` and the environment. Throws `bad-config` where the file is not a YAML map. */
export async function liveConfig(file: string, env: NodeJS.ProcessEnv, log?: Log): Promise<LiveConfig> {
  const editor = configEditor(file, env)
  const first = await loadConfig(file, env)
  let now = snapshotOf(first, [])
  let kept: Switches | undefined
  const reload = async () => {
    now = { ...now, switches: (await kept?.list()) ?? [] }
  }
  const edited = async (change: Promise<void>) => {
    await change
    now = snapshotOf(await loadConfig(file, env), now.switches)
  }
  return {
    config: configOf(() => now, log),
    editor: {
      ...editor,
      set: (key, value) => edited(editor.set(key, value)),
      unset: (key) => edited(editor.unset(key)),
    },
    complaints: [...first.complaints, ...first.notices],
    values: () => now.values,
    snapshot: () => now,
    adopt(store) {
      kept = store
      return reload()
    },
    async switch(at, on) {
      await kept?.set(at, on)
      await reload()
    },
  }
}

/** What behaviours see of a snapshot, tightened by the files of the projects that were met. */
export function configOf(snapshot: () => ConfigSnapshot, log?: Log): Config {
  const files = new ProjectFiles((path, complaint) => log?.warn('project file', { path, complaint }))
  const switchesOf = derivedOnce((from: ConfigSnapshot) => ({
    off: new Set(from.off),
    scoped: new Set(from.switches.map(({ behaviour, session, project }) => scopedKey(behaviour, session, project))),
  }))
  const settings = derivedOnce(settingsOf)
  const inProject = (project: string | undefined) => files.of(project, snapshot().values)
  return {
    settings: (project) => settings(inProject(project).values),
    enabled(behaviour, { session, project } = {}) {
      const own = inProject(project)
      if (!own.values.enabled || own.off.has(behaviour)) return false
      const { off, scoped } = switchesOf(snapshot())
      if (off.has(behaviour)) return false
      if (scoped.size === 0) return true
      return !scoped.has(scopedKey(behaviour, session)) && !scoped.has(scopedKey(behaviour, undefined, project))
    },
    refresh: (project, top) => files.refresh(project, top),
  }
}

const snapshotOf = ({ values, off }: Configuration, switches: readonly Switch[]): ConfigSnapshot => ({
  values,
  off: [...off],
  switches,
})

const scopedKey = (behaviour: string, session?: string, project?: string): string =>
  JSON.stringify([behaviour, session, project])

/** Every event asks, and the answer changes with its source alone. */
function derivedOnce<S extends object, T>(derive: (source: S) => T): (source: S) => T {
  const known = new WeakMap<S, T>()
  return (source) => {
    const before = known.get(source)
    if (before !== undefined) return before
    const found = derive(source)
    known.set(source, found)
    return found
  }
}
