const Cache = require('./cache')
const { systemClock } = require('./clock')

exports.createCache = () => new Cache(1, systemClock())
exports.Cache = Cache
