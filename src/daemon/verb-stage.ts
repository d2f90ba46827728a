import { behaviours as shipped } from '../behaviours/registry.ts'
import type { OperationPorts } from '../ports.ts'
import type { EngineStage } from './engine-stage.ts'
import type { Parts } from './parts.ts'
import type { PastStage } from './past-stage.ts'
import { settlementsOf } from './settlements.ts'
import type { StoreStage } from './store-stage.ts'
import { publisherPorts, verbPorts } from './verb-ports.ts'

/** The ports of verbs; from now on, orders and artifacts are served with them. */
export function verbStage(
  parts: Parts,
  { live, store, semantic }: StoreStage,
  { inner, engine, orders, artifacts }: EngineStage,
  past: PastStage,
): OperationPorts {
  const { behaviours = shipped, entrance } = parts
  const around = { ...parts, behaviours, address: { port: entrance.port, token: entrance.token } }
  const given = {
    ...inner,
    ...past,
    code: semantic.overCode(past.code),
    settlements: settlementsOf({ ...inner, wake: () => engine.wake() }),
  }
  const ports = verbPorts(around, live, { engine, store, inner }, given)
  orders.serve(ports)
  artifacts.serve(publisherPorts(around, { inner }, ports))
  return ports
}
