import { dates, strings } from './lib/index.js'
import { format as f } from './lib/dates.js'

export function label(title: string, day: number): string {
  return `${strings.capitalize(title)} (${dates.format(day)})`
}

console.log(label('release', 12), f(3))
