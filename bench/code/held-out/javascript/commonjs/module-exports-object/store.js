var data = {}

function put(key, value) {
  data[key] = check(value)
}

function has(key) {
  return Object.prototype.hasOwnProperty.call(data, key)
}

function listKeys() {
  return Object.keys(data)
}

function total() {
  var sum = 0
  listKeys().forEach(function (key) {
    sum += data[key]
  })
  return sum
}

function check(value) {
  if (typeof value !== 'number') throw new TypeError('numbers only')
  return value
}

module.exports = { put: put, has, total, keys: listKeys }
