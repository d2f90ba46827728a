import type { ReplyAllowed, ReplyMap } from '../domain/effects.ts'
import type { EventName } from '../domain/events.ts'

/** `ReplyAllowed` at run time: what the types promise is also held to where a type was cast away. */
const ADMITTED: { readonly [E in keyof ReplyAllowed]: { readonly [K in ReplyAllowed[E]]: true } } = {
  SessionStart: { context: true, note: true, watch: true },
  UserPromptSubmit: { context: true, note: true, block: true },
  UserPromptExpansion: { context: true, note: true, block: true },
  PreToolUse: { context: true, note: true, deny: true, ask: true, rewrite: true },
  PermissionRequest: { note: true, deny: true },
  PostToolUse: { context: true, note: true, block: true },
  PostToolUseFailure: { context: true, note: true },
  PostToolBatch: { context: true, note: true, block: true },
  SubagentStart: { context: true, note: true },
  SubagentStop: { context: true, note: true, block: true },
  Stop: { context: true, note: true, block: true },
  Notification: { note: true },
  CwdChanged: { note: true, watch: true },
  FileChanged: { note: true, watch: true },
  PreModelSwitch: { note: true, deny: true, ask: true },
  PostModelSwitch: { context: true, note: true },
}

/** Whether an event can be answered with this kind of reply. */
export function admits(event: EventName, kind: keyof ReplyMap): boolean {
  const kinds: Readonly<Record<string, true>> = Object.hasOwn(ADMITTED, event)
    ? ADMITTED[event as keyof ReplyAllowed]
    : {}
  return Object.hasOwn(kinds, kind)
}
