import { constants, setPriority } from 'node:os'
import { quantize } from '../../domain/retrieval/semantic.ts'
import type { EmbedderReply } from './embedder.ts'
import { openEncoder } from './encoder.ts'

/** A process that holds the model of the folder that it is named: a text in, its embedding out, one after another. */
const [model = ''] = process.argv.slice(2)

/** What could not be sent has nobody to hear it. */
const tell = (told: EmbedderReply) => process.send?.(told, undefined, undefined, () => {})

process.on('disconnect', () => process.exit(0))
// Hooks come first; a system that refuses it is none the worse
try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
} catch {}
openEncoder(model).then(
  (encode) => process.on('message', (text: string) => tell({ embedding: quantize(encode(text)) })),
  (error) => tell({ error: error instanceof Error ? error.message : String(error) }),
)
