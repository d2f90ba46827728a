const rules = [
  [/^(#+) (.*)$/, heading],
  [/^- (.*)$/, item],
  [/^\s*$/, blank],
]

function heading([, marks, text]) {
  return { type: 'heading', level: marks.length, text }
}

function item([, text]) {
  return { type: 'item', text }
}

function blank() {
  return { type: 'blank' }
}

export function* tokenize(source) {
  for (const line of source.split('\n')) yield tokenOf(line)
}

function tokenOf(line) {
  for (const [pattern, make] of rules) {
    const match = pattern.exec(line)
    if (match) return make(match)
  }
  return { type: 'paragraph', text: line }
}
