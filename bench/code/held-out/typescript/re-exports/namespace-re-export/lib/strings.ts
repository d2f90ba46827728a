export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export function format(text: string): string {
  return `"${text}"`
}
