import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'
import { task, taskFields } from '../task.ts'

/** A task of the list was marked as done. */
export const taskCompleted = hookEvent('TaskCompleted', {
  fields: taskFields,
  body: task,
  identity: ({ task }) => byMarks(task),
})
