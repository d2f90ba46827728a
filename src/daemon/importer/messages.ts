import type { Project } from '../../domain/memory/nouns.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Config } from '../../ports.ts'
import type { TranscriptFile } from '../../sources/transcripts/discover.ts'
import type { Read } from '../../sources/transcripts/elsewhere.ts'

/** What the daemon says to the importer. `off`: behaviours that are switched off; `isCalm`: no hook waits, nor did lately. */
export type ToImporter =
  | {
      readonly kind: 'settings'
      readonly settings: Settings
      readonly limits: ReturnType<Config['limits']>
      readonly off: readonly string[]
    }
  | { readonly kind: 'read'; readonly file: TranscriptFile; readonly isCalm: boolean }
  | { readonly kind: 'kept'; readonly isCalm: boolean }
  | { readonly kind: 'refused'; readonly why: string }

/** What the importer says to the daemon. A commit comes with bytes; it and a project are answered, in their order. */
export type FromImporter =
  | { readonly kind: 'commit'; readonly offset: number }
  | { readonly kind: 'project'; readonly project: Project }
  | { readonly kind: 'read'; readonly read: Read | null }
  | { readonly kind: 'failed'; readonly why: string }
  | {
      readonly kind: 'log'
      readonly level: 'info' | 'warn' | 'error'
      readonly message: string
      readonly fields?: object
    }
