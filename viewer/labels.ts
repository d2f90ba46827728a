/** What a record is called: the name of its type, event or tool as people know it. */
export const labelOf = (type: string): string => LABELS[type] ?? type.replace(/^mcp__(.+?)__(.+)$/, '$1: $2')

const LABELS: Readonly<Record<string, string>> = {
  person: 'Prompt',
  script: 'Script prompt',
  machine: 'System message',
  prompt: 'Prompt',
  session: 'Session',
  observation: 'Observation',
  summary: 'Summary',
  handoff: 'Handoff',
  team: 'Team',
  'task open': 'Open',
  'task active': 'In progress',
  'task done': 'Done',
  experience: 'Experience',
  bugfix: 'Bugfix',
  feature: 'Feature',
  refactor: 'Refactor',
  change: 'Change',
  discovery: 'Discovery',
  decision: 'Decision',
  security: 'Security',
  open: 'Open',
  confirmed: 'Confirmed',
  falsified: 'Falsified',
  abandoned: 'Abandoned',
  candidate: 'Candidate',
  contested: 'Contested',
  active: 'Active',
  superseded: 'Replaced',
  retired: 'Retired',
  rejected: 'Rejected',
  Stop: 'Answer',
  SubagentStop: 'Subagent answer',
  StopFailure: 'API error',
  SessionStart: 'Session started',
  SessionEnd: 'Session ended',
  SubagentStart: 'Subagent started',
  PreCompact: 'Compaction started',
  PostCompact: 'Compaction finished',
  PermissionRequest: 'Permission request',
  PermissionDenied: 'Permission denied',
  UserPromptSubmit: 'Prompt',
  UserPromptExpansion: 'Slash command',
  PostToolUse: 'Tool call',
  PostToolUseFailure: 'Failed tool call',
  PreModelSwitch: 'Model change',
  PostModelSwitch: 'Model changed',
  TeammateIdle: 'Teammate idle',
  TaskCreated: 'Task created',
  TaskCompleted: 'Task completed',
  Elicitation: 'Question from a server',
  ElicitationResult: 'Answer to a server',
  ConfigChange: 'Settings changed',
  WorktreeCreate: 'Worktree created',
  WorktreeRemove: 'Worktree removed',
  InstructionsLoaded: 'Instructions loaded',
  CwdChanged: 'Folder changed',
  FileChanged: 'File changed',
  DirectoryAdded: 'Folder added',
  Told: 'Context added',
  Warned: 'Notice shown',
  Outcome: 'Check result',
  Steps: 'Steps of a turn',
  Unknown: 'Other event',
  directive: 'Rule heard',
  correction: 'Correction',
  retraction: 'Rule taken back',
  rejection: 'Refused tool call',
  drift: 'Your change',
  violation: 'Broken rule',
  recovery: 'Command that worked instead',
  repetition: 'Repeated command',
  rule: 'Rule',
  recipe: 'Recipe',
  routine: 'Routine',
  insight: 'Insight',
  // What a behaviour did, where it made no record
  note: 'Message to you',
  context: 'Context',
  watch: 'Watched files',
}

/** How a session began, where that is worth a word. */
export const startOf = (source: string): string => STARTS[source] ?? 'Session started'

const STARTS: Readonly<Record<string, string>> = {
  resume: 'Session resumed',
  clear: 'Session started after /clear',
  compact: 'Session continued after compaction',
  fork: 'Session forked',
}

/** What came of a call, of handed-over work, or of what a behaviour wanted. */
export const outcomeOf = (outcome: string): string => OUTCOMES[outcome] ?? outcome

const OUTCOMES: Readonly<Record<string, string>> = {
  failed: 'Failed',
  denied: 'Denied',
  interrupted: 'Interrupted',
  SUCCEEDED: 'Done',
  PARTIAL_PLUS: 'Mostly done',
  PARTIAL_MINUS: 'Partly done',
  FAILED: 'Failed',
  said: 'Told the agent',
  done: 'Recorded',
  silent: 'Nothing to say',
  omitted: 'Left out',
  late: 'Too late',
}

/** What an observation is about, in words. */
export const topicOf = (concept: string): string => TOPICS[concept] ?? concept

const TOPICS: Readonly<Record<string, string>> = {
  'how-it-works': 'how it works',
  'why-it-exists': 'why it exists',
  'what-changed': 'what changed',
  'problem-solution': 'problem and solution',
  'trade-off': 'trade-off',
}
