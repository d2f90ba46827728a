const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't-1' }
const told = { tool: 'Bash', toolUseId: 't-1', act: { kind: 'shell', command: 'ls' }, input: { command: 'ls' } }
const listing = { stdout: 'a.ts', stderr: '', interrupted: false }
const change = { from_model: 'm-1', to_model: 'm-2', source: 'command', context_tokens: 9 }
const changed = { from: 'm-1', to: 'm-2', source: 'command', contextTokens: 9 }
const item = { task_id: '1', task_subject: 'S', task_description: 'D', teammate_name: 'T', team_name: 'U' }
const task = { task: '1', subject: 'S', description: 'D', teammate: 'T', team: 'U' }

/** The fields of each event's payload in the published types, and the body that they decode to. */
export const bodies = {
  PreToolUse: { fields: call, body: told },
  PostToolUse: {
    fields: { ...call, tool_response: listing, duration_ms: 12 },
    body: { ...told, result: { text: 'a.ts' }, durationMs: 12 },
  },
  PostToolUseFailure: {
    fields: { ...call, error: 'Exit code 2\nno such file', is_interrupt: true, duration_ms: 3 },
    body: { ...told, error: 'no such file', exitCode: 2, interrupted: true, durationMs: 3 },
  },
  PostToolBatch: {
    fields: { tool_calls: [{ ...call, tool_response: 'a.ts' }] },
    body: { calls: [{ ...told, result: { text: 'a.ts' } }] },
  },
  Notification: {
    fields: { message: 'M', title: 'T', notification_type: 'idle_prompt' },
    body: { message: 'M', title: 'T', type: 'idle_prompt' },
  },
  UserPromptSubmit: {
    fields: { prompt: 'Fix f', source: 'user', session_title: 'T' },
    body: { prompt: 'Fix f', isPrivate: false, origin: 'person' },
  },
  UserPromptExpansion: {
    fields: { expansion_type: 'slash_command', command_name: 'review', command_args: '12', prompt: '/review 12' },
    body: { expansion: 'slash_command', command: 'review', args: '12', prompt: '/review 12' },
  },
  SessionStart: {
    fields: { source: 'startup', model: 'm-1', session_title: 'T' },
    body: {
      source: 'startup',
      model: 'm-1',
      title: 'T',
      transcript: '/home/dev/.claude/projects/-home-dev-app/s-1.jsonl',
    },
  },
  SessionEnd: { fields: { reason: 'clear' }, body: { reason: 'clear' } },
  Stop: {
    fields: {
      stop_hook_active: true,
      last_assistant_message: 'Done.',
      background_tasks: [
        { id: 'a-1', type: 'subagent', status: 'running' },
        { id: 'b-1', type: 'shell', status: 'running' },
      ],
    },
    body: { active: true, lastMessage: 'Done.', running: ['a-1'] },
  },
  StopFailure: {
    fields: { error: 'rate_limit', error_details: '429', last_assistant_message: 'I' },
    body: { error: 'rate_limit', details: '429', lastMessage: 'I' },
  },
  SubagentStart: {
    fields: { agent_id: 'a-1', agent_type: 'Explore' },
    body: { agent: { id: 'a-1', type: 'Explore' } },
  },
  SubagentStop: {
    fields: {
      agent_id: 'a-1',
      agent_type: 'Explore',
      agent_transcript_path: '/a.jsonl',
      last_assistant_message: 'Found.',
    },
    body: { agent: { id: 'a-1', type: 'Explore' }, active: false, transcript: '/a.jsonl', lastMessage: 'Found.' },
  },
  PreCompact: {
    fields: { trigger: 'manual', custom_instructions: 'short' },
    body: { trigger: 'manual', instructions: 'short' },
  },
  PostCompact: { fields: { trigger: 'auto', compact_summary: 'S' }, body: { trigger: 'auto', summary: 'S' } },
  PreModelSwitch: { fields: change, body: changed },
  PostModelSwitch: { fields: change, body: changed },
  PermissionRequest: {
    fields: { tool_name: 'Bash', tool_input: { command: 'ls' } },
    body: { tool: 'Bash', act: { kind: 'shell', command: 'ls' } },
  },
  PermissionDenied: { fields: { ...call, reason: 'by rule' }, body: { ...told, reason: 'by rule' } },
  Setup: { fields: { trigger: 'init' }, body: { trigger: 'init' } },
  TeammateIdle: { fields: { teammate_name: 'T', team_name: 'U' }, body: { teammate: 'T', team: 'U' } },
  TaskCreated: { fields: item, body: task },
  TaskCompleted: { fields: item, body: task },
  Elicitation: {
    fields: { mcp_server_name: 'db', message: 'Which?', mode: 'url', url: 'https://example.org' },
    body: { server: 'db', message: 'Which?', mode: 'url', url: 'https://example.org' },
  },
  ElicitationResult: {
    fields: { mcp_server_name: 'db', action: 'accept', content: { name: 'x' } },
    body: { server: 'db', action: 'accept', content: { name: 'x' } },
  },
  ConfigChange: {
    fields: { source: 'user_settings', file_path: '/c.json' },
    body: { source: 'user_settings', path: '/c.json' },
  },
  WorktreeCreate: { fields: { name: 'w' }, body: { worktree: 'w' } },
  WorktreeRemove: { fields: { worktree_path: '/w' }, body: { path: '/w' } },
  InstructionsLoaded: {
    fields: { file_path: '/CLAUDE.md', memory_type: 'Project', load_reason: 'session_start' },
    body: { path: '/CLAUDE.md', memory: 'Project', reason: 'session_start' },
  },
  CwdChanged: { fields: { old_cwd: '/a', new_cwd: '/b' }, body: { from: '/a', to: '/b' } },
  FileChanged: { fields: { file_path: '/a.py', event: 'unlink' }, body: { path: '/a.py', change: 'unlink' } },
  DirectoryAdded: {
    fields: { directory: '/d', source: 'slash_command' },
    body: { path: '/d', source: 'slash_command' },
  },
  MessageDisplay: {
    fields: { turn_id: 'u', message_id: 'm', index: 2, final: true, delta: 'D' },
    body: { turn: 'u', message: 'm', index: 2, final: true, delta: 'D' },
  },
} as const
