/** A prompt, and the turn of the invented project that it refers to; none if nothing recorded helps. */
export interface ReferringPrompt {
  readonly text: string
  readonly means?: string
}

const referring = (rows: Readonly<Record<string, string>>): ReferringPrompt[] =>
  Object.entries(rows).map(([text, means]) => ({ text, means }))

/** Prompts that were looked at while recall was written. */
export const SEEN: readonly ReferringPrompt[] = referring({
  'the reviewer is back on #212, can you answer him?': 'locks',
  'please rebase https://github.com/moorings/berth/pull/212 onto main': 'locks',
  'Is moorings/berth#388 really gone? A skipper complains about the low water again.': 'tides',
  'PORT-57 was reopened, foreign companies have none at all': 'invoice',
  'have another look at issue 1044': 'pilotage',
  'open src/booking/lock.ts and explain the order of the two awaits': 'locks',
  'what is probe.yaml good for?': 'deploy',
  'decodeStaticReport should also return the call sign': 'parser',
  'does verifySignature() work for empty bodies?': 'webhook',
  'cherry-pick 71d00fe to the release branch': 'kiosk',
  'revert commit e7710bcf3a91, the vendor wants it back': 'parser',
  'check out kiosk-white-page and tell me what is missing there': 'kiosk',
  'merge the branch chart/flicker today': 'map',
  "this again:\n\nAssertionError: expected 'held' to be 'expired' // Object.is equality\n    at test/booking/expiry.test.ts:41:23":
    'flaky',
  'CI says\n```\nerror: deployment "berth-api" exceeded its progress deadline\n```\nwhy?': 'deploy',
  'what did we decide about the queue for mails?': 'queue',
  'round the mooring invoices to full cents, rounding is wrong in the totals': 'fees',
  'why did we stop caching the availability?': 'cache',
  'same approach as last time for renaming berth_label to berth_name': 'migrate',
  'wie hatten wir das mit den Wiederholungen bei payment retry entschieden?': 'retries',
})

/** Prompts that were kept aside meanwhile. */
export const ASIDE: readonly ReferringPrompt[] = referring({
  'what came out of PR #212?': 'locks',
  'https://github.com/moorings/berth/issues/388 - please write the release note for it': 'tides',
  'close PORT-57 with a short comment': 'invoice',
  'who asked for https://gitlab.example.org/moorings/berth/-/issues/1044 ?': 'pilotage',
  'make @web/src/chart/ChartLayer.tsx work with retina tiles': 'map',
  'tools/import_berths.py should skip hidden rows': 'import',
  'split export.ts, it has become too long': 'memory',
  '`decodeStaticReport` is slow, profile it': 'parser',
  'I want berth_label to be unique per pier': 'migrate',
  'is 9c0d2ea in production?': 'tides',
  'git show b51c6d7 and tell me whether the kiosks can take the second step': 'migrate',
  'continue on webhook-signatures': 'webhook',
  'tides-dst has conflicts with main, resolve them': 'tides',
  'the nightly job died: FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory': 'memory',
  'python tools/import_berths.py\nTraceback (most recent call last):\n  File "tools/import_berths.py", line 88, in <module>\nKeyError: \'pier\'\n\nwhat is that?':
    'import',
  'do you remember why we poll the weather instead of using the webhook?': 'weather',
  'Change the rounding of the harbour fees to half up.': 'fees',
  'how many retries did we agree on for payments?': 'retries',
  'pourquoi avait-on choisi de ne plus mettre availability en cache ?': 'cache',
  'as we discussed last week, fleets: let a skipper own several boats': 'skipper',
})

/** Prompts of the same project to which nothing recorded says anything. */
export const UNREFERRING: readonly ReferringPrompt[] = [
  'add a dark mode to the settings page',
  'run the tests and fix what fails',
  'commit and push',
  'can you explain how this repository is organised?',
  'https://developer.mozilla.org/en-US/docs/Web/API/Geolocation_API read this and add geolocation to the search',
  'review https://github.com/moorings/berth/pull/901',
  'yes, do that',
  'the button on the sign-up page is misaligned on small screens',
  'update README.md with the new commands',
  'why is the build slow?',
  'index.ts exports too much',
  'new branch, commit, open a pull request',
  '1. first do the form\n2. then the list\nuse option #2',
  "Failed to compile.\n\nModule not found: Error: Can't resolve 'left-pad' in '/app/src'",
  'how do I write a custom hook in React?',
  'make the font size of the table a bit larger',
  'use UTF-8 everywhere',
  'what should we do next?',
  'what have you changed?',
  'bitte schreib die Fehlermeldungen auf Deutsch',
].map((text) => ({ text }))

/** Prompts that refer more loosely; written after the others and run once before anything was changed for them. */
export const LOOSE: readonly ReferringPrompt[] = referring({
  'GH-388: does that also concern the winter tables?': 'tides',
  'Can you pick up PR 212 where we left it': 'locks',
  'ticket PORT-57 / who reviews it?': 'invoice',
  'the error about the heap limit is back in npm run statistics': 'memory',
  'I get "Offset is outside the bounds of the DataView" for some vessels': 'parser',
  "it fails with KeyError: 'pier' on my machine": 'import',
  'berth-api exceeded its progress deadline once more': 'deploy',
  'lock.ts: add a timeout': 'locks',
  'Look at src/availability/search.ts, it should remember results for a minute': 'cache',
  'why does worker.ts reload the page?': 'kiosk',
  'the migration 0042_berth_label.sql cannot be rolled back': 'migrate',
  'push fix/advisory-locks again': 'locks',
  'compare ais-type-24 with main': 'parser',
  'bring 4be19f0 back': 'locks',
  "let's use RabbitMQ for the mail queue": 'queue',
  'Cache availability for thirty seconds.': 'cache',
  '¿qué decidimos sobre la cola (queue) de mails?': 'queue',
  'Почему мы решили опрашивать weather, а не ждать webhook?': 'weather',
  '前回の rounding の決定は何でしたか': 'fees',
  'how did we get rid of the flicker of the chart tiles?': 'map',
  "wasn't there something about several boats per skipper that we agreed on?": 'skipper',
  'is the receipt language thing (dates) already done? I remember we did that': 'locale',
  'we had that white page on the kiosks before, what was it?': 'kiosk',
  'PaymentRetry should give up earlier, payments are retried too often': 'retries',
})
