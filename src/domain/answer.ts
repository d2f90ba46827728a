import type { Act } from './tool.ts'

/** The answer to one event, after the merge: at most one of each kind. An empty answer lets the host carry on. */
export interface Answer {
  /** Text for the model. */
  readonly context?: string
  /** One line for the person. */
  readonly note?: string
  /** Why the tool call (or the switch) is denied. */
  readonly deny?: string
  /** Why a person is asked first. */
  readonly ask?: string
  /** What the call does instead. */
  readonly rewrite?: Act
  /** Why a prompt is erased, a result sent back or a turn kept going, depending on the event. */
  readonly block?: string
  /** Absolute paths that the host is asked to watch. */
  readonly watch?: readonly string[]
  /** Asks the host to reload its skills. */
  readonly refreshSkills?: true
}
