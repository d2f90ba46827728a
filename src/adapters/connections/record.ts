import { join } from 'node:path'
import * as z from 'zod'
import type { ConnectionPlace } from '../../ports.ts'
import { readText, replaceText } from './file.ts'

/** What connect did, recorded so that disconnect can undo exactly that. */
export type ConnectionRecord = z.infer<typeof schema>

/** What was done to one file. */
export type FileRecord = ConnectionRecord['files'][string]

const schema = z.object({
  connections: z.array(
    z.object({
      host: z.string(),
      scope: z.enum(['user', 'project']),
      projectDir: z.string().optional(),
      /** The client's configuration folder, if it is not the usual one. */
      configDir: z.string().optional(),
      transport: z.enum(['http', 'command']).default('http'),
      /** The one that was asked for. */
      asked: z.enum(['http', 'command']).optional(),
      /** The client was too old for HTTP hooks. */
      older: z.boolean().optional(),
      /** How many hooks were written. */
      hooks: z.number(),
      /** When it was first connected, in epoch milliseconds. */
      since: z.number().optional(),
    }),
  ),
  /** By path, since a client's connections share one. */
  files: z.record(
    z.string(),
    z.object({
      created: z.record(z.string(), z.string().nullable()),
      /** The permission bits before group and other permissions were removed. */
      mode: z.number().optional(),
      /** The folders created for it, deepest first. */
      folders: z.array(z.string()),
    }),
  ),
})

/** The record; an empty one if it cannot be read, since disconnect finds Hindcast's entries without it. */
export async function readRecord(path: string): Promise<ConnectionRecord> {
  const file = await readText(path)
  try {
    return schema.parse(JSON.parse(('text' in file && file.text) || ''))
  } catch {
    return { connections: [], files: {} }
  }
}

/** Writes the record, readable only by its owner. */
export async function writeRecord(path: string, record: ConnectionRecord): Promise<void> {
  const file = await readText(path)
  if ('text' in file) await replaceText(file, `${JSON.stringify(record, null, 2)}\n`, 0o600)
}

/** Where the record of a home is. */
export const recordIn = (home: string): string => join(home, 'connections.json')

/** Whether two connections are of the same settings of the same client. */
export const isSamePlace = (one: ConnectionPlace, other: ConnectionPlace): boolean =>
  one.host === other.host &&
  one.scope === other.scope &&
  one.projectDir === other.projectDir &&
  one.configDir === other.configDir
