import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { meaningOf } from '../../domain/retrieval/meaning.ts'
import { openEncoder } from './encoder.ts'

/** A worker thread that holds the model: a text in, its meaning out, one after another. `workerData`: the model's folder. */
if (parentPort !== null) await serve(parentPort, workerData as string)

async function serve(port: MessagePort, folder: string): Promise<void> {
  const encode = await openEncoder(folder)
  port.on('message', (text: string) => port.postMessage(meaningOf(encode(text))))
}
