const { clean } = require('./clean')

module.exports = build

function build(folders) {
  clean('out')
  return 'built ' + folders.map(quote).join()
}

function quote(name) {
  return JSON.stringify(name)
}
