import type { ContextItem, ReplyMap } from '../effects.ts'
import type { CaptureEntry } from '../experience/entry.ts'
import { type Experience, ROOT_CAUSES } from '../experience/experience.ts'
import { quote } from '../quote.ts'
import { when } from './times.ts'

const TEXT = 160
const RESULT = 300

/** Asks whether a belief still holds after so many calls. */
export const checkInLine = (experience: Experience, calls: number): ContextItem => ({
  text: `Check-in on ${experience.id} (${calls} calls since it changed): goal ${beliefText(experience.goal)}, agent believes ${beliefText(experience.hypothesis)} and predicts ${beliefText(experience.prediction)}. Still valid? If not, \`experience\` update or resolve.`,
  ids: [experience.id],
  rank: 1,
})

/** What a run says about a belief, and what to do about it; never stronger than the comparison allows. */
export function outcomeSection(
  experience: Experience,
  { said: result, verdict }: CaptureEntry,
): Pick<ReplyMap['context'], 'items' | 'suggestedAction'> {
  const { id, prediction, expect = '' } = experience
  const found = `Check output: ${quote(result, RESULT)}.`
  const predicted = `agent predicted ${beliefText(prediction)}`
  const item = (text: string): ContextItem => ({ text, ids: [id], rank: 1 })
  switch (verdict) {
    case 'match':
      return {
        items: [
          item(
            `${found} As expected (agent wrote ${beliefText(expect)}; ${predicted}). If nothing else is open: \`experience\` resolve, status confirmed, with result and lesson (${id}).`,
          ),
        ],
        suggestedAction: 'confirmed',
      }
    case 'mismatch':
      return {
        items: [
          item(
            `${found} Not as expected (agent wrote ${beliefText(expect)}; ${predicted}). If the hypothesis was wrong: \`experience\` resolve, status falsified (${id}), and answer: ${QUESTIONS} If you only need another try, \`experience\` update.`,
          ),
        ],
        suggestedAction: 'falsified',
      }
    default:
      return {
        items: [
          item(
            `${found} Does it decide ${id} (${predicted})? If so, \`experience\` resolve, status confirmed or falsified (falsified needs surprise and rootCause). If not, go on.`,
          ),
        ],
      }
  }
}

const QUESTIONS = `1. What surprised you (surprise)? 2. What was the root cause (rootCause: ${ROOT_CAUSES.join(', ')})? 3. What should be done next time (lesson)?`

/** The heading above experiences whose sessions died. */
export const ORPHAN_HEAD = 'Left open by sessions that stopped without ending:'
/** What can be done about them. */
export const ORPHAN_FOOT =
  'To continue one: `experience` adopt with its id. To drop one: `experience` abandon with its id and the reason in words.'

/** An experience that nobody holds any more, in a line. */
export const orphanLine = ({ id, goal, hypothesis, at }: Experience, now: number): ContextItem => ({
  text: `${id} ${when(at, now)}: goal ${beliefText(goal)}, agent believed ${beliefText(hypothesis)}`,
  ids: [id],
  rank: at,
})

const beliefText = (text: string): string => quote(text, TEXT)
