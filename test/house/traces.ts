import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'

// Folders that are somebody's: of the superuser, of a container, of a Mac's or a Windows user
const PLACE = /(?<![\w.~@)}$-])(?:\/(?:root|work|workspace|mnt|Users)\/[\w.-]+|[A-Z]:\\+Users\\+\w+)/
// Hosts that packages are fetched from, and the addresses that a lock file can keep
const REGISTRY = /\bregistry\.(?!example\b)[\w.-]+\.(?:org|com|io|net|dev)\b/
// What recorded payloads call the home
const NEUTRAL_HOME = '/home/dev'
const RESOLVED = /"resolved": *"https?:/

/** Where the files that a folder's repository keeps name this machine or a registry, a line each. */
export async function traces(folder: string): Promise<string[]> {
  const own = [folder, homedir()].filter((path) => path.split('/').length > 2 && path !== NEUTRAL_HOME)
  const isTrace = (line: string): boolean =>
    PLACE.test(line) || REGISTRY.test(line) || RESOLVED.test(line) || own.some((path) => line.includes(path))
  const kept = await keptFiles(folder)
  return kept.flatMap((path) => {
    const lines = readFileSync(join(folder, path), 'utf8').split('\n')
    return lines.flatMap((line, at) => (isTrace(line) ? [`${path}:${at + 1}`] : []))
  })
}

/** What is committed or would be: not what .gitignore names, not what was just removed. */
async function keptFiles(folder: string): Promise<string[]> {
  const list = async (...flags: string[]): Promise<string[]> => {
    const { stdout } = await execa('git', ['-c', 'safe.directory=*', 'ls-files', '-z', ...flags], { cwd: folder })
    return stdout.split('\0').filter(Boolean)
  }
  const gone = new Set(await list('--deleted'))
  return (await list('--cached', '--others', '--exclude-standard')).filter((path) => !gone.has(path))
}
