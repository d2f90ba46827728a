import { expect, test } from 'vitest'
import { behaviours } from '../../../../src/behaviours/registry.ts'
import { RUNS } from '../../../../src/domain/coordination/run-progress.ts'
import { COMPANY, EDITING } from '../../../../src/domain/coordination/touched.ts'
import { wantedBy } from '../../../../src/domain/subscriptions.ts'
import type { ActKind } from '../../../../src/domain/tool.ts'
import { ANNOUNCEMENTS } from '../../../../src/mcp/calls.ts'
import { hookEntries } from '../../../../src/wire/claude-code/settings/entries.ts'

/** What is in demand at all times. */
const DUE: Readonly<Record<string, readonly ActKind[]>> = { [COMPANY]: EDITING, [RUNS]: ['agent'] }

/** The subscriptions of the shipped behaviours, with all of them switched on. */
const allWanted = [
  ANNOUNCEMENTS,
  ...wantedBy(
    behaviours,
    () => true,
    (name) => DUE[name] ?? [],
  ),
]

const to = { port: 37777, token: 'T', launcher: '/h/app/1/hindcast-run', transport: 'http' as const, wanted: allWanted }

/** The shipped hooks: for each event the calls that it matches, and whether older clients have it too. */
const SHIPPED: Readonly<Record<string, { readonly calls?: string; readonly older?: true }>> = {
  SessionStart: { older: true },
  UserPromptSubmit: { older: true },
  UserPromptExpansion: {},
  PreToolUse: {
    calls: '^(Bash|PowerShell|Edit|MultiEdit|NotebookEdit|Write|Agent|Task|mcp__hindcast__.*)$',
    older: true,
  },
  PostToolUse: { older: true },
  PostToolUseFailure: {},
  PermissionDenied: {},
  Notification: { older: true },
  SubagentStart: {},
  SubagentStop: { older: true },
  Stop: { older: true },
  StopFailure: {},
  PreCompact: { older: true },
  PostCompact: {},
  PostModelSwitch: {},
  TaskCreated: {},
  TaskCompleted: {},
  TeammateIdle: {},
  InstructionsLoaded: {},
  CwdChanged: {},
  FileChanged: {},
  DirectoryAdded: {},
  ConfigChange: {},
  WorktreeRemove: {},
  SessionEnd: { older: true },
}

test.each([
  ['by requests', to],
  ['by commands', { ...to, transport: 'command' as const }],
  ['of an older client', { ...to, older: true }],
])(
  'what ships is asked for once each, before edits, shell commands, and calls that start agents or go to our own tools, %s',
  (_, given) => {
    const rows = Object.entries(SHIPPED).filter(([, { older }]) => older || !('older' in given))
    const entries = hookEntries(given).map(({ event, matcher }) => [event, matcher] as const)
    expect(entries.toSorted()).toEqual(rows.map(([event, { calls }]) => [event, calls] as const).toSorted())
  },
)
