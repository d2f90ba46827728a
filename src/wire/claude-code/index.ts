import type { Host } from '../host.ts'
import { decode, encode, hostName } from './codec.ts'
import { connection } from './connection.ts'
import environment from './environment.ts'
import { isObject } from './fields.ts'
import { payloadOf, smallSession } from './imagine.ts'
import { transcripts } from './transcript/transcripts.ts'

/** Claude Code, by its hooks, settings and transcripts. */
const claudeCode: Host = {
  name: hostName,
  title: 'Claude Code',
  decode,
  encode,
  imagine: payloadOf,
  mcpCall: (meta) => {
    const call = isObject(meta) ? meta['claudecode/toolUseId'] : undefined
    return typeof call === 'string' ? call : undefined
  },
  session: smallSession,
  environment,
  connection,
  transcripts,
}

export default claudeCode
