const formatters = { date: formatDate, money: formatMoney }

function formatDate(value) {
  return new Date(value).toISOString().slice(0, 10)
}

function formatMoney(value) {
  return `$${value.toFixed(2)}`
}

function formatAny(value) {
  return String(value)
}

function format(kind, value) {
  const formatter = formatters[kind] ?? formatAny
  return formatter(value)
}

function tryFormat(kind, value) {
  return formatters[kind]?.(value) || empty()
}

const empty = () => '-'

let custom
custom ??= formatAny
console.log(format('date', 0), format('money', 3), format('x', 1))
console.log(tryFormat('date', 0), tryFormat('y', 0), custom(1))
