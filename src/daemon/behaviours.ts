import type { LiveConfig } from '../config/live.ts'
import type { Behaviour } from '../domain/behaviour.ts'
import type { Engine } from '../engine/engine.ts'
import type { Behaviours } from '../ports.ts'

/** The behaviours of an engine, each with its sentence and its switches. */
export const behavioursOf = (engine: Engine, behaviours: readonly Behaviour[], live: LiveConfig): Behaviours => ({
  list: (scope) =>
    engine.health(scope).map(({ behaviour, ...health }) => {
      const summary = behaviours.find(({ name }) => name === behaviour)?.summary ?? ''
      const offIn = live.snapshot().switches.filter((each) => each.behaviour === behaviour)
      return { name: behaviour, summary, ...health, offIn: offIn.map(({ behaviour: _, ...where }) => where) }
    }),
  switch: (at, on) => live.switch(at, on),
  revive: (name) => engine.revive(name),
})
