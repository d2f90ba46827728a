#!/usr/bin/env node
// Installs the real Claude Code under .cache/claude, once, and prints the path of its binary.
// If CLAUDE_BIN names another binary, nothing is installed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const version = '2.1.330'
const name = `@anthropic-ai/claude-code-${process.platform}-${process.arch}`

/** The path of the real client's binary, which is installed if it is not there. */
export const claudeBinary = () => process.env.CLAUDE_BIN || installed()

function installed() {
  const root = dirname(dirname(fileURLToPath(import.meta.url)))
  const prefix = join(root, '.cache', 'claude', version)
  const binary = join(prefix, 'node_modules', name, process.platform === 'win32' ? 'claude.exe' : 'claude')
  if (!existsSync(binary)) install(prefix)
  return binary
}

function install(prefix) {
  mkdirSync(prefix, { recursive: true })
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  // stdout must contain only the path
  execFileSync('npm', ['install', '--prefix', prefix, ...flags, `${name}@${version}`], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${claudeBinary()}\n`)
