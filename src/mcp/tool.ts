import * as z from 'zod'
import type { ForAgents, Operation } from '../operations/verb/operation.ts'

/** A verb that is offered to agents. */
export type Offered = Operation & { readonly forAgents: ForAgents }

/** The verbs that are for agents. */
export const offeredOf = (operations: readonly Operation[]): readonly Offered[] =>
  operations.filter((operation): operation is Offered => operation.forAgents !== undefined)

/** How a tool is listed, in as few words as tell what it takes. */
export function toolOf({ name, reads, input, forAgents: { says, takes, fills = {} } }: Offered) {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const given = Object.entries(takes).map(([key, words]) => {
    const fill = (fills as Readonly<Record<string, unknown>>)[key]
    return [
      key,
      {
        ...plain(schema.properties?.[key]),
        ...(fill !== undefined && { default: fill }),
        ...(words && { description: words }),
      },
    ]
  })
  const required = schema.required?.filter((key) => Object.hasOwn(takes, key))
  return {
    name,
    description: says,
    inputSchema: { type: 'object' as const, properties: Object.fromEntries(given), ...(required && { required }) },
    annotations: { readOnlyHint: reads, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  }
}

const KEPT = ['type', 'enum', 'items', 'default'] as const

/** The first of several forms, without what only other programs read of it. */
function plain(schema: unknown): Readonly<Record<string, unknown>> {
  const whole = (schema ?? {}) as Readonly<Record<string, unknown>>
  const [first] = (whole.anyOf ?? []) as readonly Readonly<Record<string, unknown>>[]
  const form = { ...whole, ...first }
  const kept = KEPT.filter((key) => form[key] !== undefined).map((key) => [key, form[key]])
  return Object.fromEntries(kept)
}
