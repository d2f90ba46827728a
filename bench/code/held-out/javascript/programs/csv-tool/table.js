function Table(header, rows) {
  if (!(this instanceof Table)) return new Table(header, rows)
  this.header = header
  this.rows = rows
}

Table.parse = function (text) {
  var lines = text.split('\n').map(cells)
  return Table(lines[0], lines.slice(1))
}

Table.prototype.index = function (name) {
  return this.header.indexOf(name)
}

Table.prototype.column = function (name) {
  var i = this.index(name)
  return this.rows.map(function (row) {
    return row[i]
  })
}

Table.prototype.sortBy = function (name) {
  var i = this.index(name)
  function compare(a, b) {
    return a[i] < b[i] ? -1 : 1
  }
  return new Table(this.header, this.rows.slice().sort(compare))
}

function cells(line) {
  return line.split(',')
}

module.exports = Table
