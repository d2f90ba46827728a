import * as z from 'zod'
import type { ToolCall } from '../../domain/events.ts'
import type { ToolResult } from '../../domain/tool.ts'
import { byCall, byMarks, row } from './event-row.ts'
import { anything, contentText, flag, isObject, maybeText, number, objects, text } from './fields.ts'
import { failureOf, toolResult } from './tool-results.ts'
import { toolAct } from './tools.ts'
import { writtenFile } from './written.ts'

const toolFields = { tool_name: text, tool_input: anything, tool_use_id: text }
const batchCall = z.object({ ...toolFields, tool_response: anything })

/** The rows of the events around a tool call. */
export const toolEvents = {
  /** The only event at which a call can be refused, asked about or rewritten. */
  PreToolUse: row('PreToolUse', {
    fields: z.object(toolFields),
    body: (fields, raw) => toolCall(fields, untouchedInput(raw)),
    identity: ({ toolUseId, tool }) => byCall(toolUseId, 'pre', tool),
  }),
  /** The host is about to ask the person. */
  PermissionRequest: row('PermissionRequest', {
    fields: z.object(toolFields),
    body: (fields, raw) => {
      const { tool, act, input } = toolCall(fields, untouchedInput(raw))
      return { tool, act, input }
    },
    identity: ({ tool }) => byMarks(tool),
  }),
  /** A call that was refused, by the person or a rule. */
  PermissionDenied: row('PermissionDenied', {
    fields: z.object({ ...toolFields, reason: text, said: maybeText }),
    body: (fields) => ({
      ...toolCall(fields),
      reason: fields.reason,
      ...(fields.said !== undefined && { said: fields.said }),
    }),
    identity: ({ toolUseId, tool }) => byCall(toolUseId, 'denied', tool),
  }),
  PostToolUse: row('PostToolUse', {
    fields: z.object({ ...toolFields, tool_response: anything, duration_ms: number }),
    body: (fields, raw) => ({
      ...toolCall(fields),
      result: { ...toolResult(fields.tool_name, fields.tool_response), ...fileLeftBehind(raw) },
      durationMs: fields.duration_ms,
    }),
    identity: ({ toolUseId, tool }) => byCall(toolUseId, 'post', tool),
  }),
  /** The only place where a failing test is reported. */
  PostToolUseFailure: row('PostToolUseFailure', {
    fields: z.object({ ...toolFields, error: anything, is_interrupt: flag, duration_ms: number }),
    body: (fields) => ({
      ...toolCall(fields),
      ...failureOf(contentText(fields.error)),
      interrupted: fields.is_interrupt,
      durationMs: fields.duration_ms,
    }),
    identity: ({ toolUseId, tool }) => byCall(toolUseId, 'post', tool),
  }),
  /** All calls in one assistant message, after the last of them. */
  PostToolBatch: row('PostToolBatch', {
    fields: z.object({ tool_calls: objects }),
    body: ({ tool_calls }) => ({
      calls: tool_calls.map((item) => {
        const fields = batchCall.parse(item)
        return { ...toolCall(fields), result: toolResult(fields.tool_name, fields.tool_response) }
      }),
    }),
    identity: ({ calls }) => byCall(calls[0]?.toolUseId ?? '', 'batch', calls[0]?.tool ?? ''),
  }),
}

type ToolFields = z.output<z.ZodObject<typeof toolFields>>

/** A tool event's call. Private passages are removed from the input, unless another input is passed. */
function toolCall({ tool_name, tool_input, tool_use_id }: ToolFields, input = tool_input): ToolCall {
  return { tool: tool_name, toolUseId: tool_use_id, act: toolAct(tool_name, tool_input), input }
}

/** The tool's original input; a rewrite must be made from it so that nothing else changes. */
const untouchedInput = (raw: unknown): unknown => (isObject(raw) ? raw.tool_input : undefined)

/** The hash is of the file as it is, including private passages. */
function fileLeftBehind(raw: unknown): Pick<ToolResult, 'file'> {
  const file = isObject(raw) ? writtenFile(raw.tool_input, raw.tool_response) : undefined
  return file === undefined ? {} : { file }
}
