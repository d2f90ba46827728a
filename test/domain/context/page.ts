import type { ContextItem } from '../../../src/domain/effects.ts'
import { T0 } from '../samples.ts'

export const MINUTE = 60_000
/** A day and two hours after the records of the samples. */
export const NOW = T0 + 26 * 60 * MINUTE

/** Lines as the model is told them, with what is not shown, under a title each. */
export const page = (parts: Readonly<Record<string, ContextItem | readonly ContextItem[] | string>>): string =>
  Object.entries(parts)
    .map(([title, part]) => {
      const said = typeof part === 'string' ? part : [part].flat().map(shown).join('\n')
      return `# ${title}\n${said}\n`
    })
    .join('\n')

const shown = ({ text, ids, rank, says, ...marks }: ContextItem): string =>
  [`${text}`, `    ${ids.join(' ')} · ${rank}${says === undefined ? '' : ` · ${says}`} ${JSON.stringify(marks)}`].join(
    '\n',
  )
