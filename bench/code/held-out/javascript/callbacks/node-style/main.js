const { readConfig } = require('./config')

function done(error, config) {
  if (error) return fail(error)
  console.log('port', config.port)
}

function fail(error) {
  console.log('failed:', error.message)
}

readConfig('{"port": 80}', done)
readConfig('oops', done)
readConfig('{}', function (error, config) {
  if (!error) show(config)
})

function show(config) {
  console.log(Object.keys(config).length)
}
