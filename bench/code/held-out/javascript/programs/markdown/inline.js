export function inline(text) {
  return escape(text).replace(/\*(.+?)\*/g, emphasis)
}

const escape = (text) => text.replaceAll('<', '&lt;')
const emphasis = (_, inner) => `<em>${inner}</em>`
