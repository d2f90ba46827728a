class Clock {
  constructor(time) {
    this.time = time
  }
  now() {
    return this.time++
  }
}

const systemClock = () => new Clock(0)

module.exports = { Clock, systemClock }
