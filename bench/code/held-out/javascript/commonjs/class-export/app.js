const Cache = require('./lib/cache')
const { Clock, systemClock } = require('./lib/clock')
const lib = require('./lib')

const cache = new Cache(10, systemClock())
cache.set('a', 1)
console.log(cache.get('a'))

const other = lib.createCache()
other.set('b', 2)
console.log(new Clock(5).now(), other.get('c'))
