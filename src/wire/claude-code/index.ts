import type { Host } from '../host.ts'
import { decode, encode, hostName } from './codec.ts'
import { isObject } from './fields.ts'
import { payloadOf, smallSession } from './imagine.ts'

/** Claude Code's hooks. */
export const claudeCode: Host = {
  name: hostName,
  decode,
  encode,
  imagine: payloadOf,
  mcpCall: (meta) => {
    const call = isObject(meta) ? meta['claudecode/toolUseId'] : undefined
    return typeof call === 'string' ? call : undefined
  },
  session: smallSession,
}
