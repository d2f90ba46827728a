/** What others see of the analyser: what can be asked, what is answered, and how the process that answers is spoken to. */
export type {
  ChangedEntity,
  CodeAnswer,
  FileOutline,
  ShownEntity,
  SnippetCall,
  SymbolLocation,
  TextMention,
} from './analysis/code-answers.ts'
export type { CodeReference } from './analysis/facts.ts'
export { type CallEdge, type CodePlace, MODULE, type UnresolvedCall } from './analysis/graph.ts'
export type { Entity } from './analysis/outline.ts'
export { lookOf } from './analysis/pattern.ts'
export type { CodeQuestion, SearchExtra } from './analysis/questions.ts'
export type { CodeProcessOptions } from './process/process-options.ts'
export type {
  CodeFailure,
  CodeReach,
  CodeReply,
  CodeRequest,
  CodeWork,
  Embedded,
  UnembeddedCode,
} from './process/protocol.ts'
