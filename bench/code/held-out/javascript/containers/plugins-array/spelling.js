export const wants = (text) => text.includes('teh')

export function apply(text) {
  return text.replace('teh', 'the')
}
