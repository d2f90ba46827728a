import type { FoundCall, Via } from './found-calls.ts'
import type { ClassAt } from './hierarchy.ts'
import type { MemberRead, Solver } from './solver.ts'

/**
 * Notes the call of a class that has no constructor of its own: beside the inherited one that runs, if any does, and so in a
 * group of its own. `above`: a class below it makes the instance.
 */
export function noteClass(
  solver: Solver,
  { file, flow }: ClassAt,
  call: MemberRead & { readonly via: Via },
  of: 'class' | 'above' = 'class',
): void {
  if (flow.entity < 0 || !call.file.isRoot || call.site < 0) return
  solver.found.add({
    file: call.file.number,
    site: call.site,
    group: `${call.group}|${of}`,
    target: [file.number, flow.entity],
    via: call.via,
    inherits: true,
  })
}

const OF_CLASS = /\|class$/

/**
 * Calls by group. Where no constructor is known to run, the class is what is called; where it is known which one, a class that
 * is only declared is not.
 */
export function groupedCalls(found: readonly FoundCall[]): ReadonlyMap<string, readonly FoundCall[]> {
  const all = new Map<string, FoundCall[]>()
  for (const call of found) all.set(call.group, [...(all.get(call.group) ?? []), call])
  const groups = new Map<string, readonly FoundCall[]>()
  for (const [key, calls] of all) {
    const group = key.replace(OF_CLASS, '')
    const beside = group === key ? undefined : all.get(group)
    if (beside) groups.set(key, beside.some(isExact) ? calls.filter(isExact) : calls)
    else groups.set(group, group === key ? calls : calls.map((each) => ({ ...each, group, inherits: undefined })))
  }
  return groups
}

const isExact = ({ via }: FoundCall): boolean => via === 'exact'
