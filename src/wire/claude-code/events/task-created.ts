import { hookEvent } from '../hook-event.ts'
import { byMarks } from '../identity.ts'
import { task, taskFields } from '../task.ts'

/** A task was put on the list. */
export const taskCreated = hookEvent('TaskCreated', {
  fields: taskFields,
  body: task,
  identity: ({ task }) => byMarks(task),
})
