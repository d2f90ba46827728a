import type { Via } from './found-calls.ts'
import type { ClassAt } from './hierarchy.ts'
import type { MemberRead, Solver } from './solver.ts'

/**
 * Notes the call of a class that has no constructor of its own: beside the inherited one that runs, so in a group of its
 * own, or `alone`.
 */
export function noteClass(
  solver: Solver,
  { file, flow }: ClassAt,
  call: MemberRead & { readonly via: Via; readonly isAlone?: boolean },
): void {
  if (flow.entity < 0 || !call.file.isRoot || call.site < 0) return
  solver.found.add({
    file: call.file.number,
    site: call.site,
    group: call.isAlone ? call.group : `${call.group}|class`,
    target: [file.number, flow.entity],
    via: call.via,
    ...(!call.isAlone && { inherits: true }),
  })
}
