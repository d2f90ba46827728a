import { constants, setPriority } from 'node:os'
import { quantize } from '../../domain/retrieval/semantic.ts'
import type { EmbedderReply } from './embedder.ts'
import { openEncoder } from './encoder.ts'

/** A process that holds the model from the given folder: for each text received, it sends the embedding. */
const [model = ''] = process.argv.slice(2)

/** If sending fails, there is nobody left to receive it. */
const tell = (told: EmbedderReply) => process.send?.(told, undefined, undefined, () => {})

process.on('disconnect', () => process.exit(0))
// Hooks come first; it does not matter if the system refuses the lower priority
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {}
openEncoder(model).then(
  (encode) => process.on('message', (text: string) => tell({ embedding: quantize(encode(text)) })),
  (error) => tell({ error: error instanceof Error ? error.message : String(error) }),
)
