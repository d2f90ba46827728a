class LogError extends Error {
  constructor(line) {
    super(`cannot read ${line}`)
    this.line = line
  }

  describe() {
    return `! ${this.message}`
  }
}

const levels = new Set(['INFO', 'WARN'])

function parseLine(line) {
  const [level, ...words] = line.split(' ')
  if (!known(level)) throw new LogError(line)
  return { level, text: words.join(' ') }
}

const known = (level) => levels.has(level)

module.exports = { parseLine, LogError }
