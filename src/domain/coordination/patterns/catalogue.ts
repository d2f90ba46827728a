import { adversarial } from './adversarial.ts'
import { blackboard } from './blackboard.ts'
import { chainOfResponsibility } from './chain-of-responsibility.ts'
import { circuitBreaker } from './circuit-breaker.ts'
import { eventDriven } from './event-driven.ts'
import { generatorCritic } from './generator-critic.ts'
import { hierarchical } from './hierarchical.ts'
import { jury } from './jury.ts'
import { mapReduce } from './map-reduce.ts'
import { PATTERN_NAMES, type PatternName, type SubagentPattern } from './pattern.ts'
import { pipeline } from './pipeline.ts'
import { swarm } from './swarm.ts'

/** Every pattern by its name. */
export const patterns: Readonly<Record<PatternName, SubagentPattern>> = {
  swarm,
  jury,
  pipeline,
  hierarchical,
  'map-reduce': mapReduce,
  'generator-critic': generatorCritic,
  adversarial,
  'circuit-breaker': circuitBreaker,
  blackboard,
  'chain-of-responsibility': chainOfResponsibility,
  'event-driven': eventDriven,
}

/** The pattern that a word names, however it is written (`MAP_REDUCE`, `Map reduce`). */
export function patternNamed(word: string): PatternName | undefined {
  const key = letters(word)
  return PATTERN_NAMES.find((name) => letters(name) === key)
}

const letters = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '')
