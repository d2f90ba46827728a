import * as z from 'zod'
import { readText, replaceText } from './file.ts'

/** What connect did, kept so that disconnect can undo just that. */
export type ConnectionRecord = z.infer<typeof schema>

/** What was done to one file. */
export type FileRecord = ConnectionRecord['files'][string]

const schema = z.object({
  connections: z.array(
    z.object({
      host: z.string(),
      scope: z.enum(['user', 'project']),
      projectDir: z.string().optional(),
      /** Where the client keeps its files, if not in the usual folder. */
      configDir: z.string().optional(),
      transport: z.enum(['http', 'command']).default('http'),
      /** The client was too old for requests. */
      older: z.boolean().optional(),
      /** How many hooks were written. */
      hooks: z.number(),
    }),
  ),
  /** By path, since the connections of a client share one. */
  files: z.record(
    z.string(),
    z.object({
      created: z.record(z.string(), z.string().nullable()),
      /** The permission bits from before they were narrowed. */
      mode: z.number().optional(),
      /** The folders that were made for it, the deepest first. */
      folders: z.array(z.string()),
    }),
  ),
})

/** The record; an empty one where there is none that can be read, as disconnect finds our entries without it. */
export async function readRecord(path: string): Promise<ConnectionRecord> {
  const file = await readText(path)
  try {
    return schema.parse(JSON.parse(('text' in file && file.text) || ''))
  } catch {
    return { connections: [], files: {} }
  }
}

/** Keeps the record, for its owner's eyes only. */
export async function writeRecord(path: string, record: ConnectionRecord): Promise<void> {
  const file = await readText(path)
  if ('text' in file) await replaceText(file, `${JSON.stringify(record, null, 2)}\n`, 0o600)
}
