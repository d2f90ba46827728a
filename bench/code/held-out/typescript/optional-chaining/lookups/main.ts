import { findPlayer } from './players'

function scoreOf(name: string): number {
  return findPlayer(name)?.score.total() ?? 0
}

function levelOf(name: string): string | undefined {
  const player = findPlayer(name)
  return player?.rank?.()?.label
}

const pick = (name: string) => findPlayer(name)!

console.log(scoreOf('ada'), scoreOf('none'))
console.log(levelOf('ada'), pick('ada').score.add(3).total())
