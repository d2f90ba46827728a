module.exports = class Cache {
  constructor(ttl, clock) {
    this.ttl = ttl
    this.clock = clock
    this.entries = new Map()
  }

  set(key, value) {
    this.entries.set(key, { value, until: this.clock.now() + this.ttl })
  }

  get(key) {
    const entry = this.entries.get(key)
    return entry && entry.until >= this.clock.now() ? entry.value : undefined
  }
}
