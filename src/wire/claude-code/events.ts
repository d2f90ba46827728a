import { configChange } from './events/config-change.ts'
import { cwdChanged } from './events/cwd-changed.ts'
import { directoryAdded } from './events/directory-added.ts'
import { elicitation } from './events/elicitation.ts'
import { elicitationResult } from './events/elicitation-result.ts'
import { fileChanged } from './events/file-changed.ts'
import { instructionsLoaded } from './events/instructions-loaded.ts'
import { messageDisplay } from './events/message-display.ts'
import { notification } from './events/notification.ts'
import { permissionDenied } from './events/permission-denied.ts'
import { permissionRequest } from './events/permission-request.ts'
import { postCompact } from './events/post-compact.ts'
import { postModelSwitch } from './events/post-model-switch.ts'
import { postToolBatch } from './events/post-tool-batch.ts'
import { postToolUse } from './events/post-tool-use.ts'
import { postToolUseFailure } from './events/post-tool-use-failure.ts'
import { preCompact } from './events/pre-compact.ts'
import { preModelSwitch } from './events/pre-model-switch.ts'
import { preToolUse } from './events/pre-tool-use.ts'
import { sessionEnd } from './events/session-end.ts'
import { sessionStart } from './events/session-start.ts'
import { setup } from './events/setup.ts'
import { stop } from './events/stop.ts'
import { stopFailure } from './events/stop-failure.ts'
import { subagentStart } from './events/subagent-start.ts'
import { subagentStop } from './events/subagent-stop.ts'
import { taskCompleted } from './events/task-completed.ts'
import { taskCreated } from './events/task-created.ts'
import { teammateIdle } from './events/teammate-idle.ts'
import { userPromptExpansion } from './events/user-prompt-expansion.ts'
import { userPromptSubmit } from './events/user-prompt-submit.ts'
import { worktreeCreate } from './events/worktree-create.ts'
import { worktreeRemove } from './events/worktree-remove.ts'
import type { HookEvent, HostEvent } from './hook-event.ts'

/** Every event of the published types, by the host's name, which is also ours. */
export const hookEvents: { readonly [E in Exclude<HostEvent, 'Unknown'>]: HookEvent<E> } = {
  PreToolUse: preToolUse,
  PermissionRequest: permissionRequest,
  PermissionDenied: permissionDenied,
  PostToolUse: postToolUse,
  PostToolUseFailure: postToolUseFailure,
  PostToolBatch: postToolBatch,
  Notification: notification,
  UserPromptSubmit: userPromptSubmit,
  UserPromptExpansion: userPromptExpansion,
  SessionStart: sessionStart,
  SessionEnd: sessionEnd,
  Stop: stop,
  StopFailure: stopFailure,
  SubagentStart: subagentStart,
  SubagentStop: subagentStop,
  PreCompact: preCompact,
  PostCompact: postCompact,
  PreModelSwitch: preModelSwitch,
  PostModelSwitch: postModelSwitch,
  Setup: setup,
  TeammateIdle: teammateIdle,
  TaskCreated: taskCreated,
  TaskCompleted: taskCompleted,
  Elicitation: elicitation,
  ElicitationResult: elicitationResult,
  ConfigChange: configChange,
  WorktreeCreate: worktreeCreate,
  WorktreeRemove: worktreeRemove,
  InstructionsLoaded: instructionsLoaded,
  CwdChanged: cwdChanged,
  FileChanged: fileChanged,
  DirectoryAdded: directoryAdded,
  MessageDisplay: messageDisplay,
}
