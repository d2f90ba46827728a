import { isObject } from './fields.ts'

/** Stands for what is no text. */
export const IMAGE = '[image]'

/** Text, content blocks or anything else as text. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (Array.isArray(content)) return content.map(contentText).filter(Boolean).join('\n')
  if (!isObject(content)) return String(content)
  if (content.type === 'image') return IMAGE
  if (typeof content.text === 'string') return content.text
  if (typeof content.content === 'string' || Array.isArray(content.content)) return contentText(content.content)
  return lines([content.title, content.url]) ?? JSON.stringify(content)
}

/** The texts among `parts`, a line each; undefined where there is none, so that the next reading is tried. */
export function lines(parts: unknown): string | undefined {
  const texts = Array.isArray(parts) ? parts.filter((part) => typeof part === 'string') : []
  return texts.length === 0 ? undefined : texts.join('\n')
}
