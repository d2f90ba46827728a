/** One earlier turn of the invented project: what was asked, what was recorded of it, and on which branch. */
export interface PastTurn {
  readonly id: string
  readonly asked: string
  readonly title: string
  readonly narrative?: string
  readonly type?: 'bugfix' | 'feature' | 'refactor' | 'change' | 'discovery' | 'decision'
  readonly by?: 'user' | 'commit' | 'agent'
  readonly files?: readonly string[]
  readonly facts?: readonly string[]
  readonly branch?: string
}

/** What was done in a booking service of harbours (invented), oldest first; each turn was a session of its own. */
export const TURNS: readonly PastTurn[] = [
  {
    id: 'locks',
    asked: 'look at https://github.com/moorings/berth/pull/212 and fix what the reviewer says about the advisory locks',
    title: 'fix(locks): take the advisory lock before reading the berth',
    narrative: 'Two skippers could book one berth because the lock came after the read.',
    type: 'bugfix',
    by: 'commit',
    files: ['src/booking/lock.ts', 'test/booking/lock.test.ts'],
    facts: ['Commit: 4be19f0 fix(locks): take the advisory lock before reading the berth'],
    branch: 'fix/advisory-locks',
  },
  {
    id: 'tides',
    asked: 'the tide curve is off by an hour in October, see #388',
    title: 'fix(tides): convert the curve by the zone of the harbour',
    narrative: 'The predictions came in UTC and were shifted by the offset of the server.',
    type: 'bugfix',
    by: 'commit',
    files: ['src/tides/curve.ts'],
    facts: ['Commit: 9c0d2ea fix(tides): convert the curve by the zone of the harbour'],
    branch: 'tides-dst',
  },
  {
    id: 'fees',
    asked: 'Should I round harbour fees half up instead of truncating them?',
    title: 'rounding: keep truncation for now',
    narrative:
      'Should I round half up instead of truncating? → No, keep truncation for now, the auditors sign it in May.',
    type: 'decision',
    by: 'user',
    files: [],
  },
  {
    id: 'queue',
    asked: 'we need something for outgoing mails',
    title: 'Which queue should deliver the mails? → Postgres with SKIP LOCKED, no broker',
    narrative: 'A broker would be one more thing to run on the harbour machines.',
    type: 'decision',
    by: 'user',
  },
  {
    id: 'parser',
    asked: 'AIS messages of type 24 crash the parser',
    title: 'fix(ais): decodeStaticReport accepts part B without dimensions',
    narrative: 'decodeStaticReport read past the end of short payloads.',
    type: 'bugfix',
    by: 'commit',
    files: ['src/ais/decode.ts'],
    facts: [
      'Failed: npx vitest run ais → RangeError: Offset is outside the bounds of the DataView at decodeStaticReport',
      'Commit: e7710bc fix(ais): decodeStaticReport accepts part B without dimensions',
    ],
    branch: 'ais-type-24',
  },
  {
    id: 'invoice',
    asked: 'PORT-57: invoices without a VAT number must not be sent',
    title: 'feat(invoice): hold invoices back until the VAT number is known',
    type: 'feature',
    by: 'commit',
    files: ['src/invoice/send.ts', 'src/invoice/hold.ts'],
    facts: ['Commit: 03aa91d feat(invoice): hold invoices back until the VAT number is known'],
  },
  {
    id: 'deploy',
    asked: 'the deployment to the pilot harbour hangs',
    title: 'The readiness probe asked the replica, which lags during restores',
    narrative: 'kubectl waited because /ready asked the replica. It asks the primary now.',
    type: 'bugfix',
    files: ['deploy/pilot/probe.yaml'],
    facts: ['Failed: make deploy-pilot → error: deployment "berth-api" exceeded its progress deadline'],
  },
  {
    id: 'weather',
    asked: 'write down why we poll the weather',
    title: 'Polling the weather every ten minutes: the webhook of the provider drops gale warnings',
    type: 'discovery',
    files: ['docs/weather.md'],
  },
  {
    id: 'map',
    asked: 'the chart tiles flicker when zooming',
    title: 'Keep the old tiles until the new zoom level is drawn',
    narrative: 'ChartLayer swaps the tiles in one frame.',
    type: 'bugfix',
    files: ['web/src/chart/ChartLayer.tsx'],
    branch: 'chart/flicker',
  },
  {
    id: 'skipper',
    asked: 'can a skipper have two boats?',
    title: 'A skipper may have several boats, a boat has one skipper: fleets are a later matter',
    type: 'decision',
    by: 'user',
    files: ['src/skipper/model.ts'],
  },
  {
    id: 'migrate',
    asked: 'rename the column berth_no to berth_label',
    title: 'refactor(db): rename berth_no to berth_label in two steps',
    narrative: 'The old column stays readable for one release, since the kiosks update late.',
    type: 'refactor',
    by: 'commit',
    files: ['migrations/0042_berth_label.sql'],
    facts: ['Commit: b51c6d7 refactor(db): rename berth_no to berth_label in two steps'],
  },
  {
    id: 'flaky',
    asked: 'the reservation expiry test is flaky',
    title: 'The expiry test waited for the wall clock; it moves a fake clock now',
    type: 'bugfix',
    files: ['test/booking/expiry.test.ts'],
    facts: ["Failed: npx vitest run expiry → AssertionError: expected 'held' to be 'expired' // Object.is equality"],
  },
  {
    id: 'kiosk',
    asked: 'kiosks show a white page after the update',
    title: 'fix(kiosk): the service worker no longer caches the shell for ever',
    narrative: 'ServiceWorkerRegistration kept the old shell. The kiosk reloads when a new worker is waiting.',
    type: 'bugfix',
    by: 'commit',
    files: ['kiosk/src/worker.ts'],
    facts: ['Commit: 71d00fe fix(kiosk): the service worker no longer caches the shell for ever'],
    branch: 'kiosk-white-page',
  },
  {
    id: 'pilotage',
    asked: 'https://gitlab.example.org/moorings/berth/-/issues/1044 please',
    title: 'Pilotage is charged by draught, not by length',
    type: 'change',
    files: ['src/fees/pilotage.ts'],
  },
  {
    id: 'retries',
    asked: 'the payment provider times out now and then',
    title: 'How often should a payment be retried? → three times, then a person looks at it',
    narrative: 'More retries led to double charges last summer.',
    type: 'decision',
    by: 'user',
    files: ['src/payment/retry.ts'],
  },
  {
    id: 'import',
    asked: 'import the old berths from the spreadsheet of the harbour master',
    title: 'Import berths from the spreadsheet: merged cells repeat the pier above them',
    type: 'feature',
    files: ['tools/import_berths.py'],
    facts: ["Failed: python tools/import_berths.py → KeyError: 'pier'"],
  },
  {
    id: 'cache',
    asked: 'drop the cache in front of the availability search',
    title: 'Availability is no longer cached: stale answers sold berths twice',
    type: 'decision',
    by: 'user',
    files: ['src/availability/search.ts'],
  },
  {
    id: 'locale',
    asked: 'Norwegian skippers see English months',
    title: 'Dates on receipts follow the language of the skipper',
    type: 'bugfix',
    files: ['src/receipt/dates.ts'],
  },
  {
    id: 'webhook',
    asked: 'verify the signature of the payment webhooks',
    title: 'feat(payment): verifySignature compares in constant time',
    type: 'feature',
    by: 'commit',
    files: ['src/payment/webhook.ts'],
    facts: ['Commit: 5f2e8a4 feat(payment): verifySignature compares in constant time'],
    branch: 'webhook-signatures',
  },
  {
    id: 'memory',
    asked: 'the exporter needs too much memory for the yearly statistics',
    title: 'Yearly statistics are streamed row by row instead of held in memory',
    type: 'bugfix',
    files: ['src/statistics/export.ts'],
    facts: [
      'Failed: npm run statistics → FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    ],
  },
]

/** Of what else the project did: areas and deeds, from which further turns are made, so that words are as common as they are. */
const AREAS = [
  'ferry timetable',
  'guest pier',
  'crane schedule',
  'fuel dock',
  'winter storage',
  'harbour office',
  'shore power meter',
  'waste station',
  'gate camera',
  'laundry token',
  'sauna calendar',
  'membership card',
]
const DEEDS = [
  'Add a filter to the',
  'Show an empty state in the',
  'Log changes of the',
  'Speed up the list of the',
  'Write tests for the',
  'Translate the labels of the',
  'Move the code of the',
  'Validate the form of the',
  'Export the table of the',
  'Paginate the',
]

/** Further turns, each on the main branch. */
export const FURTHER: readonly PastTurn[] = AREAS.flatMap((area, at) =>
  DEEDS.filter((_, nth) => (nth + at) % 2 === 0).map((deed, nth) => ({
    id: `further-${at}-${nth}`,
    asked: `${deed.toLowerCase()} ${area}, please`,
    title: `${deed} ${area}`,
    type: 'feature' as const,
    files: [`src/${area.split(' ')[0]}/${area.split(' ').at(-1)}.ts`, 'src/app.ts'],
  })),
)
