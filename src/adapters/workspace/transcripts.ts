import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Of a transcript and the files in the folder named after it: those that contain a text or, without a text, those that
 * exist.
 */
export async function stillIn(transcript: string, text?: string): Promise<readonly string[]> {
  const folder = transcript.replace(/\.[^./\\]+$/, '')
  const beside = folder === transcript ? [] : await readdir(folder, { recursive: true }).catch(() => [])
  const files = [transcript, ...beside.map((name) => join(folder, name))]
  const held = await Promise.all(files.map((file) => holdsText(file, text)))
  return files.filter((_, n) => held[n])
}

/** Transcripts are JSON lines, which contain texts in escaped form; case is ignored. */
async function holdsText(file: string, text: string | undefined): Promise<boolean> {
  try {
    if (text === undefined) return (await stat(file)).isFile()
    const whole = (await readFile(file, 'utf8')).toLowerCase()
    return [text, JSON.stringify(text).slice(1, -1)].some((form) => whole.includes(form.toLowerCase()))
  } catch {
    return false
  }
}
