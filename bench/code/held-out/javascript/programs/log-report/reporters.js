const group = (entries) =>
  entries.reduce((groups, entry) => {
    ;(groups[entry.level] ??= []).push(entry)
    return groups
  }, {})

exports.plain = (entries) =>
  Object.entries(group(entries))
    .map(([level, list]) => row(level, list.length))
    .join('\n')

exports.json = asJson

function row(level, n) {
  return `${level.padEnd(6)}${n}`
}

function asJson(entries) {
  return JSON.stringify(group(entries))
}
