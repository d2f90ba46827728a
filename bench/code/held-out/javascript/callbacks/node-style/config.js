exports.readConfig = function (text, callback) {
  parse(text, (error, value) => {
    if (error) return callback(error)
    process.nextTick(callback, null, withDefaults(value))
  })
}

function parse(text, callback) {
  let value
  try {
    value = JSON.parse(text)
  } catch (error) {
    return callback(error)
  }
  callback(null, value)
}

function withDefaults(config) {
  return { host: 'localhost', ...config }
}
