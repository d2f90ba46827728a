import type { Ledger, Log, OperationPorts } from '../ports.ts'
import { leaveWhenIdle } from './clients.ts'
import type { EngineStage } from './engine-stage.ts'
import type { Parts } from './parts.ts'
import type { PastStage } from './past-stage.ts'
import { keepRetention } from './retention.ts'
import type { StoreStage } from './store-stage.ts'

/** What goes on beside the answers, from now on; returns a handle to stop it. */
export function upkeepStage(
  { clock, log, leave, entrance, hosts, home, workerUrl }: Parts,
  { live, kept, semantic, idleGate, care }: StoreStage,
  { inner, engine }: EngineStage,
  { imports, replays, code }: PastStage,
  ports: OperationPorts,
): { close(): Promise<void> } {
  const { secrets, config } = inner
  care.serve({ engine, imports, hosts, secrets, workerUrl, connections: ports.connections, home: home.dir })
  semantic.start({
    giveWay: () => idleGate.giveWay(),
    isCalm: () => idleGate.isCalm(),
    isBacklogged: () => engine.isBacklogged(),
  })
  const sweep = () => Promise.all([replays.sweep(clock.now()), code.sweep(clock.now())])
  const retention = keepRetention({ ...ports, config, log, pacer: idleGate, sweep })
  void Promise.all([imports.catchUp(), finishSweep(kept.ledger, log)])
  const stop = leaveWhenIdle(entrance.clients, clock, live.values()['daemon.idleMinutes'], () => leave('idle'))
  return {
    close() {
      stop()
      return retention.close()
    },
  }
}

/** Overwrites what was deleted before the last daemon was interrupted. */
async function finishSweep(ledger: Ledger, log: Log): Promise<void> {
  try {
    while (await ledger.sweep());
  } catch (error) {
    log.error('what was forgotten is not yet written over', { error: String(error) })
  }
}
