import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { lineOf, syntaxOf } from './syntax.ts'
import { isSource, sourcesOf } from './tree.ts'

// What Claude Code calls the fields of its payloads and answers, as far as no one else would call them so
const FIELDS = [
  'additionalContext',
  'agent_transcript_path',
  'custom_instructions',
  'hookEventName',
  'hookSpecificOutput',
  'hook_event_name',
  'initialUserMessage',
  'is_interrupt',
  'last_assistant_message',
  'parent_tool_use_id',
  'permissionDecision',
  'permissionDecisionReason',
  'permission_mode',
  'permission_suggestions',
  'reloadSkills',
  'stopReason',
  'stop_hook_active',
  'suppressOutput',
  'systemMessage',
  'tool_input',
  'tool_name',
  'tool_response',
  'tool_use_id',
  'transcript_path',
  'trigger_reason',
  'updatedInput',
  'updatedMCPToolOutput',
  'watchPaths',
]

// Fields of a host that are also good names of a store's columns
const COLUMNS = ['prompt_id', 'session_id']

const word = (names: readonly string[]): RegExp =>
  new RegExp(`(?<![A-Za-z0-9_])(${names.join('|')})(?![A-Za-z0-9_])`, 'g')
const FIELD = word([...FIELDS, ...COLUMNS])
const FIELD_IN_STORE = word(FIELDS)

/** Where src/ spells a host's field name outside wire/, a line each; comments may name them. */
export function hostFields(folder: string): string[] {
  const paths = sourcesOf(folder).filter((path) => !path.startsWith('src/wire/'))
  return paths.flatMap((path) => {
    const field = path.startsWith('src/adapters/store/') ? FIELD_IN_STORE : FIELD
    return isSource(path) ? inSource(folder, path, field) : inText(folder, path, field)
  })
}

function inText(folder: string, path: string, field: RegExp): string[] {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n')
  return lines.flatMap((line, at) => Array.from(line.matchAll(field), ([name]) => `${path}:${at + 1} ${name}`))
}

function inSource(folder: string, path: string, field: RegExp): string[] {
  const source = syntaxOf(folder, path)
  // Few files have one at all, so few are walked
  if (source.text.search(field) < 0) return []
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isWording(node)) {
      const start = node.getStart(source)
      for (const { 0: name, index } of node.getText(source).matchAll(field)) {
        found.push(`${path}:${lineOf(source, start + index)} ${name}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const isWording = (node: ts.Node): boolean =>
  ts.isIdentifier(node) ||
  ts.isLiteralExpression(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddleOrTemplateTail(node)
