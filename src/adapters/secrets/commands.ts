import { type Pattern, row } from './pattern.ts'
import { isPassword, isValue } from './values.ts'

/** What follows a program on its command line, over continued lines. */
const WORDS = '(?:[^\\n]|(?<=\\\\)\\n){0,300}'

/** Programs whose short flag, which is not named after what it takes, is followed by a password. */
const COMMANDS: readonly (readonly [programs: string, flag: string])[] = [
  ['mysql\\w{0,10}|mariadb[\\w-]{0,10}|7za?|rar|unrar', '-p'],
  ['sshpass|mongo\\w{0,10}|login', '-p\\s{0,4}'],
  ['curl|wget', '(?:-[a-zA-Z]{0,6}[uU]|--user|--proxy-user)[\\s=]{0,4}["\']?[^\\s:"\'$]{0,100}:'],
  ['lftp', '-u\\s{1,4}[^\\s,]{1,100},'],
  ['curl', '(?:-b|--cookie)[\\s=]{1,4}["\']?[\\w.-]{1,80}='],
  ['https?|xhs?', '(?:-a|--auth)[\\s=]{1,4}["\']?[^\\s:"\'$]{0,100}:'],
  ['redis-cli', '-a\\s{1,4}'],
  ['ldap\\w{1,10}', '-w\\s{1,4}'],
  ['sqlcmd|mosquitto_\\w{1,4}|unzip|zip|ipmitool', '-P\\s{0,4}'],
  ['smbclient|rpcclient', '-U\\s{0,4}["\']?[^\\s%"\']{1,100}%'],
  ['keytool|jarsigner', '-(?:store|key|src|dest|srcstore|deststore)pass\\s{1,4}'],
  ['openssl', '-(?:pass|passin|passout)\\s{1,4}["\']?pass:|-k\\s{1,4}'],
  ['rdesktop', '-p\\s{1,4}'],
  ['vncviewer|x11vnc|vncdo', '-passwd\\s{1,4}|-p\\s{1,4}'],
  ['ssh-keygen', '-[NP]\\s{1,4}'],
  ['isql|tsql|osql|bcp', '-P\\s{0,4}'],
  ['cqlsh|cypher-shell|arangosh|influx|snowsql|clickhouse-client|mysqlsh', '-p\\s{0,4}'],
  ['gh\\s{1,4}secret\\s{1,4}set', '(?:-b|--body)[\\s=]{0,4}'],
  ['security', '-w\\s{1,4}'],
  ['credhub\\s{1,4}(?:set|s)', '(?:-w|--password|-v|--value)[\\s=]{1,4}'],
  ['conjur\\s{1,4}variable\\s{1,4}set', '(?:-v|--value)[\\s=]{1,4}'],
  ['htpasswd', '-\\w{0,4}b\\w{0,4}\\s{1,4}(?:\\S{1,100}\\s{1,4}){1,2}'],
]

/** Passwords on the command lines of programs, and in statements of SQL. */
export const COMMAND_PATTERNS: readonly Pattern[] = [
  row(
    'command',
    [' -', '\t-', '\n-'],
    `\\s(?:${COMMANDS.map(flagOf).join('|')})["']?([^\\s"'\`;|&<>-][^\\s"'\`;|&<>]{2,199})`,
    isValue,
    '',
  ),
  // A password handed to a program's standard input.
  row(
    'stdin',
    ['echo', 'printf'],
    `(?:echo|printf)\\s{1,4}(?:-\\w\\s{1,4})?(?:["']?%s(?:\\\\n)?["']?\\s{1,4})?["']?([^\\s"'|$]{4,200})["']?\\s{0,4}\\|[^\\n]{0,200}?(?:--password-stdin|--with-token|sudo\\s{1,4}-S|chpasswd|passwd\\s{1,4}--stdin|(?:docker|podman)\\s{1,4}secret\\s{1,4}create|gh\\s{1,4}secret\\s{1,4}set|wrangler\\s{1,4}secret\\s{1,4}put|gcloud\\s{1,4}secrets\\s)`,
    isValue,
    '',
  ),
  row(
    'stdin',
    ['passwd'],
    `passwd(?:\\s{1,4}[\\w-]{1,40}){0,3}\\s{0,4}<<<\\s{0,4}["']?([^\\s"'$]{4,200})`,
    isValue,
    '',
  ),
  row(
    'command',
    [' /p:', ' /pass:', ' /password:'],
    `\\s/p(?:ass(?:word)?)?:["']?([^\\s"'$%=]{4,200})(?=[\\s"']|$)`,
    isPassword,
  ),
  row(
    'stdin',
    ['--password-stdin', '--with-token'],
    `--(?:password-stdin|with-token)[^\\n]{0,100}?<<<\\s{0,4}["']?([^\\s"'$]{4,200})`,
    isValue,
    '',
  ),
  row(
    'sql',
    ['password', 'identified'],
    `(?:PASSWORD|IDENTIFIED\\s{1,4}BY)\\s{1,4}(?:=\\s{0,4})?'([^'\\s]{4,200})'`,
    isValue,
  ),
]

/** The flag of programs, if one of them stands before it on the command line. */
function flagOf([programs, flag]: (typeof COMMANDS)[number]): string {
  return `(?:${flag})(?=["']?[^\\s"'\`;|&<>-])(?<=(?<![\\w-])(?:${programs})(?![\\w-])${WORDS})`
}
