import type { Neighbour, SettingsFile } from '../../host-connection.ts'
import { readDocument } from './document.ts'

/** Names of other memory programs, as whole words, in plugins, hooks and MCP servers. */
const NAMES =
  /(?<![\w-])(claude-mem|claude-memory|continuous-claude|mem0|openmemory|supermemory|episodic-memory|basic-memory|memsearch|memory-mcp|mcp-memory|server-memory|hindsight|letta|zep|cognee|graphiti)(?![\w])/i

/** Other memory programs enabled in a client's files (plugins, hook commands, MCP servers), each listed once. */
export function neighbours(files: readonly SettingsFile[]): readonly Neighbour[] {
  const found = files.flatMap(({ path, text }) =>
    toldIn(settingsFields(text)).flatMap((word) => {
      const name = NAMES.exec(word)?.[1]?.toLowerCase()
      return name === undefined ? [] : [{ name, where: path }]
    }),
  )
  return found.filter(({ name }, n) => found.findIndex((other) => other.name === name) === n)
}

/** The strings in a file that name programs. */
function toldIn({ enabledPlugins, hooks, mcpServers, projects }: Record<string, unknown>): readonly string[] {
  const plugins = Object.entries(record(enabledPlugins)).flatMap(([name, on]) => (on === true ? [name] : []))
  const groups = Object.values(record(hooks)).flatMap((list) => (Array.isArray(list) ? list : []))
  const handlers = groups.flatMap((group) => asList(record(group).hooks))
  const commands = handlers.flatMap((handler) => asText(record(handler).command))
  const servers = [mcpServers, ...Object.values(record(projects)).map((project) => record(project).mcpServers)]
  return [...plugins, ...commands, ...servers.flatMap((one) => Object.entries(record(one)).flatMap(wordsOfServer))]
}

const wordsOfServer = ([name, server]: [string, unknown]): readonly string[] => [
  name,
  ...asText(record(server).command),
  ...asList(record(server).args).flatMap(asText),
]

function settingsFields(text: string): Record<string, unknown> {
  const document = readDocument(text)
  return document.ok && document.root ? record(JSON.parse(document.body)) : {}
}

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : [])
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The home of the installed launcher that settings refer to; undefined if there is none. */
export function homeIn(settings: string): string | undefined {
  const [, path] = /"((?:[^"\\\n]|\\["\\/]|\\u[0-9a-f]{4})+)\/app\/[^"/]+\/hindcast-run"/i.exec(settings) ?? []
  return path && String(JSON.parse(`"${path}"`))
}
