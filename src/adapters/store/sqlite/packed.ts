import { deserialize, serialize } from 'node:v8'
import type { Commit, SourceMark } from '../../../ports.ts'

/** What one call of `commitAll` is given, as bytes that another process or thread unpacks. */
export const pack = (commits: readonly Commit[], mark: SourceMark): Uint8Array => serialize([commits, mark])

/** The other way round. Throws where these are no such bytes. */
export const unpack = (bytes: ArrayBuffer): readonly [readonly Commit[], SourceMark] =>
  deserialize(new Uint8Array(bytes)) as [readonly Commit[], SourceMark]
