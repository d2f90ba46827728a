function printReport(lines) {
  for (const line of lines) console.log(number(line))
}

let n = 0
function number(line) {
  return `${++n} ${line}`
}

function summarise(lines) {
  return `${lines.length} lines`
}

export { printReport as default, summarise as summary }
