import { digest } from '@hindcast/redaction/digest.ts'
import { cutPrivate } from '@hindcast/redaction/tags.ts'
import { wellFormed } from '@hindcast/redaction/well-formed.ts'
import * as z from 'zod'
import type { TranscribedName } from '../../domain/events.ts'
import { agentMessage } from './agent-messages.ts'
import { boundedValue } from './bounded.ts'
import { byMarks, type EventRow, type HostEvent, renamedFields, row } from './event-row.ts'
import { anything, contentText, flag, isObject, maybeText, number, text } from './fields.ts'
import { clientAtStart, promptOrigin, spokenIn } from './prompt-text.ts'
import { toolEvents } from './tool-events.ts'

/** The ids of subagents among the client's background tasks; undefined if there are none. */
const runningAgents = z
  .array(z.unknown())
  .optional()
  .catch(undefined)
  .transform((tasks = []) => {
    const running = tasks.filter(isObject).filter(({ type, status }) => type === 'subagent' && status === 'running')
    const ids = running.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))
    return ids.length === 0 ? undefined : ids
  })

const modelSwitch = {
  from: ['from_model', text],
  to: ['to_model', text],
  source: ['source', text],
  contextTokens: ['context_tokens', number],
} as const

const task = {
  task: ['task_id', text],
  subject: ['task_subject', text],
  description: ['task_description', maybeText],
  teammate: ['teammate_name', maybeText],
  team: ['team_name', maybeText],
} as const

/** Every event in the published types, by the host's name, which is also Hindcast's name. */
export const hookEvents: { readonly [E in Exclude<HostEvent, 'Unknown' | TranscribedName>]: EventRow<E> } = {
  ...toolEvents,
  /** Before the model sees the prompt. */
  UserPromptSubmit: row('UserPromptSubmit', {
    fields: z.object({ prompt: anything, source: maybeText }),
    body: (fields, raw, { client }) => {
      const whole = isObject(raw) && typeof raw.prompt === 'string' ? raw.prompt : contentText(fields.prompt)
      const asked = wellFormed(whole)
      const { text: open, wasPrivate, cut } = cutPrivate(asked)
      const message = agentMessage(open)
      if (message) return { prompt: message.text, isPrivate: wasPrivate, origin: 'machine', sender: message.sender }
      const prompt = spokenIn(open)
      // A private prompt may come with an editor's notice, which is not private
      const isPrivate = wasPrivate || (cut > 0 && cutPrivate(spokenIn(asked)).wasPrivate)
      return { prompt, isPrivate, origin: promptOrigin(prompt, fields.source, client) }
    },
    // A hook gets the prompt as typed; a transcript may have white space around it
    identity: ({ prompt }) => byMarks(digest([prompt.trim()])),
  }),
  UserPromptExpansion: renamedFields('UserPromptExpansion', {
    fields: {
      expansion: ['expansion_type', text],
      command: ['command_name', text],
      args: ['command_args', text],
      prompt: ['prompt', text],
    },
    marks: ['command'],
  }),
  SessionStart: row('SessionStart', {
    fields: z.object({ source: text, model: maybeText, transcript_path: maybeText, session_title: maybeText }),
    body: ({ source, model, transcript_path, session_title }, _raw, { client, via }) => ({
      source,
      model,
      transcript: transcript_path,
      title: session_title,
      client: via === 'hook' ? clientAtStart(client) : client,
    }),
    identity: ({ source }) => byMarks(source),
  }),
  SessionEnd: renamedFields('SessionEnd', { fields: { reason: ['reason', text] }, marks: ['reason'] }),
  /** `active`: a hook already keeps the turn going. */
  Stop: renamedFields('Stop', {
    fields: {
      active: ['stop_hook_active', flag],
      lastMessage: ['last_assistant_message', maybeText],
      running: ['background_tasks', runningAgents],
    },
    marks: [],
  }),
  /** A turn that ended with an API error. */
  StopFailure: renamedFields('StopFailure', {
    fields: {
      error: ['error', text],
      details: ['error_details', maybeText],
      lastMessage: ['last_assistant_message', maybeText],
    },
    marks: ['error'],
  }),
  /** The envelope identifies the subagent. */
  SubagentStart: row('SubagentStart', {
    fields: z.object({}),
    body: () => ({}),
    identity: () => byMarks(),
  }),
  SubagentStop: renamedFields('SubagentStop', {
    fields: {
      active: ['stop_hook_active', flag],
      transcript: ['agent_transcript_path', maybeText],
      lastMessage: ['last_assistant_message', maybeText],
    },
    marks: [],
  }),
  PreCompact: renamedFields('PreCompact', {
    fields: { trigger: ['trigger', text], instructions: ['custom_instructions', maybeText] },
    marks: ['trigger'],
  }),
  PostCompact: renamedFields('PostCompact', {
    fields: { trigger: ['trigger', text], summary: ['compact_summary', text] },
    marks: ['trigger'],
  }),
  PreModelSwitch: renamedFields('PreModelSwitch', {
    fields: modelSwitch,
    marks: ['from', 'to'],
  }),
  PostModelSwitch: renamedFields('PostModelSwitch', {
    fields: modelSwitch,
    marks: ['from', 'to'],
  }),
  /** What the host shows the person. */
  Notification: renamedFields('Notification', {
    fields: { message: ['message', text], title: ['title', maybeText], type: ['notification_type', text] },
    marks: ['type'],
  }),
  /** The host prepares a checkout (`--init`, maintenance). */
  Setup: renamedFields('Setup', { fields: { trigger: ['trigger', text] }, marks: ['trigger'] }),
  TeammateIdle: renamedFields('TeammateIdle', {
    fields: { teammate: ['teammate_name', text], team: ['team_name', text] },
    marks: ['teammate'],
  }),
  TaskCreated: renamedFields('TaskCreated', { fields: task, marks: ['task'] }),
  TaskCompleted: renamedFields('TaskCompleted', { fields: task, marks: ['task'] }),
  /** An MCP server asks the person for something. */
  Elicitation: renamedFields('Elicitation', {
    fields: {
      server: ['mcp_server_name', text],
      message: ['message', text],
      mode: ['mode', maybeText],
      url: ['url', maybeText],
    },
    marks: ['server'],
  }),
  ElicitationResult: renamedFields('ElicitationResult', {
    fields: {
      server: ['mcp_server_name', text],
      action: ['action', text],
      content: ['content', anything.transform(boundedValue)],
    },
    marks: ['server', 'action'],
  }),
  /** A settings file changed. */
  ConfigChange: renamedFields('ConfigChange', {
    fields: { source: ['source', text], path: ['file_path', maybeText] },
    marks: ['source', 'path'],
  }),
  /** A hook here would replace the host's own creation of the worktree, so no answer is possible. */
  WorktreeCreate: renamedFields('WorktreeCreate', {
    fields: { worktree: ['name', text] },
    marks: ['worktree'],
  }),
  WorktreeRemove: renamedFields('WorktreeRemove', {
    fields: { path: ['worktree_path', text] },
    marks: ['path'],
  }),
  /** An instruction file was loaded. */
  InstructionsLoaded: renamedFields('InstructionsLoaded', {
    fields: { path: ['file_path', text], memory: ['memory_type', text], reason: ['load_reason', text] },
    marks: ['path', 'reason'],
  }),
  /** The agent moved to another folder. */
  CwdChanged: renamedFields('CwdChanged', {
    fields: { from: ['old_cwd', text], to: ['new_cwd', text] },
    marks: ['from', 'to'],
  }),
  /** A watched file changed. */
  FileChanged: renamedFields('FileChanged', {
    fields: { path: ['file_path', text], change: ['event', text] },
    marks: ['path', 'change'],
  }),
  /** A folder was added to the session. */
  DirectoryAdded: renamedFields('DirectoryAdded', {
    fields: { path: ['directory', text], source: ['source', text] },
    marks: ['path'],
  }),
  /** Lines of an assistant message as they are displayed. */
  MessageDisplay: renamedFields('MessageDisplay', {
    fields: {
      turn: ['turn_id', text],
      message: ['message_id', text],
      index: ['index', number.transform((index) => index ?? 0)],
      final: ['final', flag],
      delta: ['delta', text],
    },
    marks: ['message', 'index'],
  }),
}

/** An event that this release does not model: stored as received, without its private passages. */
export const unknown = row('Unknown', {
  // Not a loose object, which copies every field: a hostile payload may have a hundred thousand
  fields: z.custom<Readonly<Record<string, unknown>>>(isObject),
  body: (payload) => ({ hook: text.parse(payload.hook_event_name), payload: boundedValue(payload) }),
  identity: () => byMarks(),
})
