export const bold = (text) => escape(1) + text + escape(0)

function escape(code) {
  return `\u001b[${code}m`
}
