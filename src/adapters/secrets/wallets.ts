import { type Pattern, row } from './pattern.ts'
import { hasEntropy } from './values.ts'

/** What recovery phrases are called. */
const PHRASE_NAMES = [
  ...['mnemonic', 'seed phrase', 'seed_phrase', 'seed-phrase', 'seedphrase', 'seed words', 'recovery phrase'],
  ...[
    'recovery words',
    'recovery seed',
    'backup phrase',
    'wallet phrase',
    'wallet seed',
    'wallet words',
    'bip39',
    'bip-39',
  ],
  ...['12 words', '15 words', '18 words', '24 words', '12-word', '24-word', 'twelve words', 'seed'],
]
/** Between a name and the words: a sign, a verb, or a quotation mark, and the number of the first. */
const BEFORE_WORDS =
  '(?:[^\\n"\'`[:=]{0,60}?(?:[ \\t](?:is|are|was)[ \\t]|\\\\{0,3}["\'`]?[ \\t]{0,3}[:=])|(?=[ \\t]{1,3}["\'`(]))(?:\\\\[nrt]|[^a-z\\d\\0]){0,12}(?:1[.):]{0,2}[ \\t]{0,3})?'
/** Between two words: white space, or what a list puts there, with numbers. */
const BETWEEN_WORDS =
  '(?![ \\t]{0,9}\\r?\\n[ \\t]{0,9}\\r?\\n)(?:["\',]{0,3}(?:\\\\[nrt])?[\\s,]{1,8}["\'-]{0,2}(?:\\d{1,2}[.):]{0,2}[ \\t]{0,3})?)'
/** A word that every sentence of this length has, and that no word list contains. */
const OF_SENTENCES =
  /^(?:the|and|for|are|was|were|with|from|not|but|has|have|had|its|our|your|their|which|would|should|could|they|them|these|those|been|into|than|where|does|did|here|then|must)$/

/** Recovery phrases and keys of wallets. */
export const WALLET_PATTERNS: readonly Pattern[] = [
  row(
    'seed',
    PHRASE_NAMES,
    `(?:${PHRASE_NAMES.join('|')})${BEFORE_WORDS}((?:[a-z]{3,8}${BETWEEN_WORDS}){11,32}[a-z]{3,8})(?![a-z])`,
    isPhrase,
  ),
  // Keys that are known by the name before them: 64 digits, or 43 to 90 characters of base58.
  row(
    'wallet',
    [
      'private key',
      'privkey',
      'privatekey',
      'private_key',
      'private-key',
      'secret key',
      'spend key',
      'view key',
      'wif',
      'secret seed',
      'secretkey',
    ],
    "(?:priv(?:ate)?[ _-]?key|secret[ _-]?(?:key|seed)|(?:spend|view) key|\\bwif)\\\\{0,3}[\"'`]?(?:[ \\t]{1,2}[\\w'-]{1,20}){0,4}?(?:[ \\t]{0,3}[:=]{1,2}|[ \\t]{1,2}(?:is|was)|(?=[ \\t]{1,3}0x))\\s{0,4}\\\\{0,3}[\"'`*]{0,3}((?:0x)?[0-9a-f]{64}|[1-9A-HJ-NP-Za-km-z]{43,90})(?!\\w)",
    (secret) => hasEntropy(secret, 3),
  ),
  // The bytes of a key pair in a list
  row(
    'wallet',
    [
      'keypair',
      'key pair',
      'secretkey',
      'secret_key',
      'secret key',
      'privatekey',
      'private_key',
      'private key',
      'id.json',
    ],
    '(?:key ?pair|(?:secret|private)[ _]?key|id\\.json)[^\\n[]{0,80}\\n?[^\\n[]{0,20}(\\[(?:\\s{0,4}\\d{1,3}\\s{0,4},){31,63}\\s{0,4}\\d{1,3}\\s{0,4}\\])',
  ),
  // The encrypted key of a file that a wallet keeps
  row(
    'wallet',
    ['"ciphertext'],
    '"ciphertext\\\\{0,3}"\\s{0,4}:\\s{0,4}\\\\{0,3}"([0-9a-f]{64,2000})\\\\{0,3}"(?=[^]{0,400}?"kdf|[^]{0,80}?"cipherparams)',
  ),
]

/** Words in a row, all in small letters or all in capitals, that no sentence is made of. */
function isPhrase(secret: string): boolean {
  const words = secret.match(/[a-z]{3,}/gi) ?? []
  const isOneCase =
    words.every((word) => word === word.toLowerCase()) || words.every((word) => word === word.toUpperCase())
  return isOneCase && words.filter((word) => OF_SENTENCES.test(word.toLowerCase())).length === 0
}
