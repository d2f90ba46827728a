import type { Entity } from './trace/naming.ts'
import type { Trace } from './trace/trace.ts'

/** Functions that no test entered: they are dead, or not tested. A reader has to tell which. */
export function neverEntered({ defined, ran }: Trace): Entity[] {
  const entered = new Set(ran.map(keyOf))
  return defined.filter((entity) => !entered.has(keyOf(entity)))
}

const keyOf = ({ file, name, line }: Entity): string => JSON.stringify([file, name, line])
