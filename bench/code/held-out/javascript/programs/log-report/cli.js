#!/usr/bin/env node
'use strict'

const { parseLine, LogError } = require('./parse')
const reporters = require('./reporters')

function readAll(text, onError) {
  const entries = []
  for (const line of text.split('\n')) {
    try {
      entries.push(parseLine(line))
    } catch (error) {
      if (!(error instanceof LogError)) throw error
      onError(error)
    }
  }
  return entries
}

function complain(error) {
  console.log(error.describe())
}

let errors = 0
function count() {
  errors += 1
}

function main(text, format) {
  const report = reporters[format] || reporters.plain
  const entries = readAll(text, format === 'json' ? count : complain)
  console.log(report(entries))
  return entries.length
}

const text = 'INFO up\nWARN slow\nnonsense'
if (require.main === module) {
  main(text, 'plain')
  main(text, 'json')
}
