'use strict'
const read = require('./reader')
const { evaluate, globals } = require('./evaluate')

function rep(text) {
  try {
    return print(evaluate(read(text), globals()))
  } catch ({ message }) {
    return `error: ${message}`
  }
}

const print = (value) => (Array.isArray(value) ? `(${value.map(print).join(' ')})` : String(value))

;['(+ 1 2 3)', '(if 0 1 (list 2 3))', '((lambda (x) (* x x)) 7)', '(nope)'].map(rep).forEach((line) => console.log(line))
