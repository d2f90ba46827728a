import type { ToolCall } from '../../domain/events.ts'
import { anything, isObject, text } from './fields.ts'
import { actOf } from './tools.ts'

/** The fields of every tool event. */
export const toolFields = { tool_name: text, tool_input: anything, tool_use_id: text }

interface Fields {
  readonly tool_name: string
  readonly tool_input?: unknown
  readonly tool_use_id: string
}

/** A tool event's call. The input has its private passages cut, unless another is given. */
export function toolCall({ tool_name, tool_input, tool_use_id }: Fields, input = tool_input): ToolCall {
  return { tool: tool_name, toolUseId: tool_use_id, act: actOf(tool_name, tool_input), input }
}

/** The tool's input as it came: what a rewrite must be made from, so that it changes nothing else. */
export const untouchedInput = (raw: unknown): unknown => (isObject(raw) ? raw.tool_input : undefined)
