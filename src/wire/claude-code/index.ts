import type { HostFiles } from '../../domain/host-files.ts'
import type { Host } from '../host.ts'
import { decode, encode, hostName } from './codec.ts'
import { connection } from './connection.ts'
import environment from './environment.ts'
import { isObject } from './fields.ts'
import { payloadOf, smallSession } from './imagine.ts'
import { transcripts } from './transcript/transcripts.ts'

/** Recognises a renamed configuration folder by the subfolder that it has for each project. */
const MEMORY = /\/projects\/-[^/]+\/memory\/|\/\.claude\/agent-memory(?:-local)?\/|(?:^|\/)MEMORY\.md$/

const files: HostFiles = {
  folder: '.claude',
  own: new RegExp(`/\\.claude/(?:projects|plans|todos)/|${MEMORY.source}`),
  memory: MEMORY,
  instructions: /(?:^|\/)(?:CLAUDE(?:\.local)?\.md|AGENTS\.md|\.claude\/rules\/[^/]+\.md)$/,
  instructionPaths: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
  lessons: { instructions: ['CLAUDE.md', '.claude/CLAUDE.md'], skills: '.claude/skills' },
}

/** Claude Code: its hooks, settings and transcripts. */
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
  files,
  connection,
  transcripts,
}

export default claudeCode
