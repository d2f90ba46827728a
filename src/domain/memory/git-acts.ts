import type { GitAct } from '../classification.ts'
import type { TurnEvent } from './turns.ts'

/** What a call's shell line did to a repository, as far as its own words say. */
export const gitActsIn = ({ body }: TurnEvent): readonly GitAct[] =>
  (body.gitActs as readonly GitAct[] | undefined) ?? []

/** Whether an act makes commits. */
export const isCommitting = ({ verb }: GitAct): boolean => verb === 'commit' || COPIES.has(verb)

/** Acts that make as many commits as they are given. */
export const COPIES: ReadonlySet<string> = new Set(['cherry-pick', 'revert'])

/** Whether a call pushed commits: its exit status or the output of git says so. */
export const isPush = (call: TurnEvent): boolean => isDone(call, PUSHES, PUSHED)

const PUSHES: ReadonlySet<string> = new Set(['push'])
/** `   1a2b3c4..5d6e7f8  main -> main`, ` * [new branch]  main -> main`, and what git says where nothing was left to push. */
const PUSHED =
  /^ *(?:[+=*-] )?(?:[0-9a-f]{7,40}\.{2,3}[0-9a-f]{7,40}|\[new (?:branch|tag|reference)\]) +\S+ -> \S|^Everything up-to-date$/m

/** Whether a call opened a pull or merge request. */
export const opensRequest = (call: TurnEvent): boolean => isDone(call, REQUESTS, REQUESTED)

const REQUESTS: ReadonlySet<string> = new Set(['pr create', 'mr create'])
const REQUESTED = /^https?:\/\/\S+\/(?:pull|merge_requests)\/\d+\s*$/m

/** Whether a call left the branch or the changes at hand behind. */
export const leavesWork = (call: TurnEvent): boolean =>
  call.outcome === 'ok' && gitActsIn(call).some(({ verb }) => LEAVES.has(verb))

const LEAVES: ReadonlySet<string> = new Set(['checkout', 'switch', 'reset --hard', 'stash'])

/** Whether a call took back commits, or changes that were not committed. */
export const takesBack = (call: TurnEvent, what: 'commits' | 'changes'): boolean =>
  call.outcome === 'ok' && gitActsIn(call).some((act) => act.takesBack === what || act.takesBack === 'both')

/** Whether a call did what keeps a repository in order rather than work. */
export const tidiesRepository = (call: TurnEvent): boolean =>
  gitActsIn(call).some(({ verb }) => TIDIES.has(verb) || /^(?:pr|mr|release|repo) /.test(verb))

const TIDIES: ReadonlySet<string> = new Set(
  'commit push pull fetch merge rebase checkout switch branch tag stash add'.split(' '),
)

/** An act came about if the line succeeded and vouches for it, or if the output says so: `git push | tail -1`. */
const isDone = (call: TurnEvent, verbs: ReadonlySet<string>, shown: RegExp): boolean =>
  call.outcome === 'ok' &&
  gitActsIn(call).some(({ verb, isVouched }) => verbs.has(verb) && (isVouched || shown.test(call.output ?? '')))
