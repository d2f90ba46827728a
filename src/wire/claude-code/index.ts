import type { Host } from '../host.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { hostName } from './envelope.ts'
import { isObject } from './fields.ts'
import { payloadOf } from './imagine.ts'
import { smallSession } from './small-session.ts'

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
