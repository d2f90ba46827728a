#!/usr/bin/env node
var Table = require('./table')
var format = require('./format')

var commands = {
  sum: function (table, column) {
    return table.column(column).map(Number).reduce(add, 0)
  },
  sort: function (table, column) {
    return format.csv(table.sortBy(column))
  },
  show: show,
}

function add(a, b) {
  return a + b
}

function show(table) {
  return format.text(table)
}

function run(args, text) {
  var command = commands[args[0]]
  if (!command) return usage()
  return command(Table.parse(text), args[1])
}

function usage() {
  return 'usage: csv ' + Object.keys(commands).join('|')
}

var text = 'name,n\nb,2\na,1'
;['sum n', 'sort name', 'show', 'x'].forEach(function (line) {
  console.log(run(line.split(' '), text))
})
