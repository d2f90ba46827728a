export interface Notifier {
  notify(text: string): boolean
}

export function notifyAll(notifiers: Notifier[], text: string): boolean[] {
  return notifiers.map((n) => n.notify(text))
}
