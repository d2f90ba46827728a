import * as z from 'zod'
import { maybeText, text } from './fields.ts'

/** The fields of both events of the task list. */
export const taskFields = z.object({
  task_id: text,
  task_subject: text,
  task_description: maybeText,
  teammate_name: maybeText,
  team_name: maybeText,
})

/** A task of the list. */
export const task = (fields: z.output<typeof taskFields>) => ({
  task: fields.task_id,
  subject: fields.task_subject,
  description: fields.task_description,
  teammate: fields.teammate_name,
  team: fields.team_name,
})
