import { LANE_BITS, numbersOf } from '../../../domain/retrieval/numbering.ts'
import type { SupportTable } from './support-table.ts'

/** Tool output is a lot of text, and can be found by its words. */
const [DONE] = numbersOf(0, 'done')
const isMeant = (row: string) => `(${row}.id & ${LANE_BITS}) <> ${DONE} AND ${row}.type <> 'machine'`

/**
 * A full-text index. It stores no text (contentless), since the records have it. `_`, `.` and `/` separate words, so
 * `read_file` can be found whole, as a phrase, and in parts. Deleted rows leave marks until segments are merged.
 */
const fullText = (name: string) => `
CREATE VIRTUAL TABLE ${name} USING fts5 (
  title, body, files,
  content = '', contentless_delete = 1,
  tokenize = 'porter unicode61 remove_diacritics 2'
);`

/** Every table of the store that does not hold a noun. */
export const supportTables: readonly SupportTable[] = [
  {
    name: 'exclusions',
    sql: `
CREATE TABLE exclusions (
  session TEXT NOT NULL,
  prompt_id TEXT NOT NULL,
  PRIMARY KEY (session, prompt_id)
) WITHOUT ROWID;`,
    forget: { session: 'session' },
  },
  {
    // A full-text index numbers documents by position (`domain/retrieval/numbering`)
    name: 'documents',
    sql: `
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  record TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  type TEXT NOT NULL,
  project TEXT NOT NULL,
  session TEXT NOT NULL,
  at INTEGER NOT NULL
);
CREATE INDEX documents_by_session ON documents (session);
CREATE INDEX documents_by_time ON documents (at);`,
    forget: { why: 'each record is taken out of the index when it is deleted' },
  },
  {
    name: 'document_index',
    sql: fullText('document_index'),
    forget: { why: 'goes with documents' },
  },
  {
    // Recallable records have their own index, so that a prompt is answered without reading the many events
    name: 'recall_index',
    sql: fullText('recall_index'),
    forget: { why: 'goes with documents' },
  },
  {
    // The blocks of numbers of a project's texts, with how many texts in each are recallable
    name: 'project_blocks',
    sql: `
CREATE TABLE project_blocks (
  project TEXT NOT NULL,
  block INTEGER NOT NULL,
  recalled INTEGER NOT NULL,
  PRIMARY KEY (project, block)
) WITHOUT ROWID;`,
    forget: { why: 'goes with documents' },
  },
  {
    // The later lane's queue. `state`: pending, or dead (dead letter)
    name: 'jobs',
    sql: `
CREATE TABLE jobs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  behaviour TEXT NOT NULL,
  event TEXT NOT NULL REFERENCES events (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  due_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  state TEXT NOT NULL DEFAULT 'pending',
  error TEXT,
  UNIQUE (behaviour, event)
);
CREATE INDEX jobs_by_due ON jobs (state, due_at);
CREATE INDEX jobs_by_event ON jobs (event);`,
    forget: { record: 'event', emptied: ['error'] },
  },
  {
    name: 'grants',
    sql: `
CREATE TABLE grants (
  key TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  until INTEGER NOT NULL
) WITHOUT ROWID;`,
    forget: { record: 'holder', matches: ['key'] },
  },
  {
    name: 'claims',
    sql: `
CREATE TABLE claims (
  path TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  worktree TEXT,
  session TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX claims_by_session ON claims (session);`,
    forget: { session: 'session', project: 'project', matches: ['path'] },
  },
  {
    name: 'fold_snapshots',
    sql: `
CREATE TABLE fold_snapshots (
  fold TEXT NOT NULL,
  scope TEXT NOT NULL,
  state TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (fold, scope)
) WITHOUT ROWID;`,
    forget: { touched: 'scope', project: 'scope', matches: ['state'] },
  },
  {
    // Consecutive failures, kept across restarts
    name: 'failures',
    sql: `
CREATE TABLE failures (
  behaviour TEXT NOT NULL,
  reaction INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  at INTEGER NOT NULL,
  release TEXT NOT NULL,
  PRIMARY KEY (behaviour, reaction)
) WITHOUT ROWID;`,
    forget: { why: 'counts alone: nothing of a session' },
  },
  {
    // Behaviours disabled in one session or one project
    name: 'switches',
    sql: `
CREATE TABLE switches (
  behaviour TEXT NOT NULL,
  session TEXT,
  project TEXT
);`,
    forget: { session: 'session', project: 'project' },
  },
  {
    // Sessions, and records without a session, that a merge moved to another project
    name: 'regrouped',
    sql: `
CREATE TABLE regrouped (
  record TEXT NOT NULL,
  source TEXT NOT NULL,
  PRIMARY KEY (record, source)
) WITHOUT ROWID;`,
    forget: { session: 'record', record: 'record' },
  },
  {
    name: 'pauses',
    sql: `
CREATE TABLE pauses (
  id INTEGER PRIMARY KEY,
  session TEXT,
  project TEXT,
  since INTEGER NOT NULL,
  until INTEGER
);`,
    forget: { why: 'names no more than what must not be recorded, which still holds' },
  },
  {
    // Hashes of what was forgotten, keyed with a secret; with a time, only earlier records are rejected
    name: 'tombstones',
    sql: `
CREATE TABLE tombstones (
  hash BLOB PRIMARY KEY,
  until INTEGER
) WITHOUT ROWID;`,
    forget: { why: 'keyed hashes, which keep away what was forgotten' },
  },
  {
    // The secrets for the hashes. `owed`: deleted text has not been overwritten yet
    name: 'ledger_key',
    sql: `
CREATE TABLE ledger_key (
  key BLOB NOT NULL,
  owed INTEGER NOT NULL DEFAULT 0
);
INSERT INTO ledger_key (key) VALUES (randomblob(32));`,
    forget: { why: 'random bytes' },
  },
  {
    // How far each transcript was read
    name: 'source_files',
    sql: `
CREATE TABLE source_files (
  path TEXT PRIMARY KEY,
  seal TEXT NOT NULL,
  "offset" INTEGER NOT NULL,
  line INTEGER NOT NULL,
  sessions TEXT NOT NULL,
  state TEXT NOT NULL,
  skipped INTEGER NOT NULL,
  kinds TEXT NOT NULL,
  errors TEXT NOT NULL
) WITHOUT ROWID;`,
    // A file is read again, since its position may quote the text
    forget: { touchedIn: 'sessions', matches: ['state', 'errors'] },
  },
  {
    // The session in which a line was first read
    name: 'source_lines',
    sql: `
CREATE TABLE source_lines (
  uuid TEXT PRIMARY KEY,
  session TEXT NOT NULL
) WITHOUT ROWID;`,
    forget: { why: 'ids alone: forks repeat the lines of a session, and must not bring them back as their own' },
  },
  {
    // Client folders that a person has imported completely; new sessions in them may be read without asking again
    name: 'consents',
    sql: `
CREATE TABLE consents (
  folder TEXT PRIMARY KEY
) WITHOUT ROWID;`,
    forget: { why: "a person's standing permission to read a folder" },
  },
  {
    /**
     * Which observations name a file, queried before each read and edit. Maintained by triggers, since observations are
     * written in several ways (`INSERT OR REPLACE` fires no delete trigger).
     */
    name: 'observation_files',
    sql: `
CREATE TABLE observation_files (
  project TEXT NOT NULL,
  path TEXT NOT NULL,
  at INTEGER NOT NULL,
  observation TEXT NOT NULL,
  PRIMARY KEY (project, path, at, observation)
) WITHOUT ROWID;
CREATE INDEX observation_files_by_observation ON observation_files (observation);
CREATE TRIGGER observation_files_entered AFTER INSERT ON observations BEGIN
  DELETE FROM observation_files WHERE observation = new.id;
  INSERT OR IGNORE INTO observation_files (project, path, at, observation)
  SELECT new.project, f.value, new.at, new.id FROM json_each(new.files_modified) f UNION ALL
  SELECT new.project, f.value, new.at, new.id FROM json_each(new.files_read) f;
END;
CREATE TRIGGER observation_files_removed AFTER DELETE ON observations BEGIN
  DELETE FROM observation_files WHERE observation = old.id;
END;
CREATE INDEX observations_standing ON observations (project, at)
WHERE remembered_by = 'user' OR decided_by = 'user' OR confirms IS NOT NULL;`,
    forget: { why: 'kept by triggers on observations' },
  },
  {
    /**
     * The embeddings of searchable texts, by number: NULL is pending, newest first. Maintained by triggers, since texts
     * are added and removed in several ways. The text after a deleted one was embedded together with it. `mark`: shows
     * whether a text has changed since its embedding was requested.
     */
    name: 'vectors',
    sql: `
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  mark INTEGER NOT NULL DEFAULT (random() & 1073741823),
  meaning BLOB
);
CREATE INDEX vectors_missing ON vectors (at) WHERE meaning IS NULL;
CREATE TRIGGER vectors_owed AFTER INSERT ON documents WHEN ${isMeant('new')} BEGIN
  INSERT INTO vectors (id, at) VALUES (new.id, new.at);
END;
CREATE TRIGGER vectors_erased AFTER DELETE ON documents WHEN (old.id & ${LANE_BITS}) <> ${DONE} BEGIN
  DELETE FROM vectors WHERE id = old.id;
  UPDATE vectors SET meaning = NULL, mark = random() & 1073741823 WHERE id = old.id + 1;
END;`,
    forget: { why: 'kept by triggers on documents' },
  },
]
