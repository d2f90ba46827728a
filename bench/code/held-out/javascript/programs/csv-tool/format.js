exports.csv = function (table) {
  return lines(table, ',')
}

exports.text = function (table) {
  return lines(table, '  ')
}

function lines(table, separator) {
  return [table.header]
    .concat(table.rows)
    .map((row) => row.join(separator))
    .join('\n')
}
