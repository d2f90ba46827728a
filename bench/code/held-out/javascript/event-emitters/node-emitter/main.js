const EventEmitter = require('node:events')
const { watch } = require('./watcher')

const bus = new EventEmitter()

function onChange(file) {
  console.log('changed', base(file))
}

function onceReady() {
  console.log('ready')
}

const base = (file) => file.split('/').pop()

bus.on('change', onChange)
bus.once('ready', onceReady)
watch(bus, ['/a/b.txt', '/c.txt'])
