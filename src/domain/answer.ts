import type { Act } from './tool.ts'

/** What one event is answered, after the merge: at most one of each kind. Nothing said means that the host goes on. */
export interface Answer {
  /** Text for the model. */
  readonly context?: string
  /** One line for the person. */
  readonly note?: string
  /** The reason why the tool call (or the switch) may not happen. */
  readonly deny?: string
  /** The reason why a person is asked first. */
  readonly ask?: string
  /** What the call does in place of what it would have done. */
  readonly rewrite?: Act
  /** The reason why a prompt is erased, a result sent back or a turn kept going, by event. */
  readonly block?: string
  /** Absolute paths that the host is asked to watch. */
  readonly watch?: readonly string[]
  /** The host is asked to read its skills again. */
  readonly refreshSkills?: true
}
