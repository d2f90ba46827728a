import { notifyAll } from './notify'
import type { Notifier } from './notify'

class Mail {
  sent = 0

  notify(text: string): boolean {
    this.sent++
    return text.length > 0
  }
}

const sms: Notifier = {
  notify(text) {
    return short(text)
  },
}

function short(text: string): boolean {
  return text.length < 160
}

console.log(notifyAll([new Mail(), sms], 'hello'))
