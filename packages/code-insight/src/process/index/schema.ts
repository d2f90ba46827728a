/** What is due of a file: nothing, what its types say of its calls, its calls, or everything. */
export const DUE = { nothing: 0, types: 1, calls: 2, all: 3 } as const

/**
 * The tables of an index. `files.state` is one of `DUE`; files without code have no language. An edge's ends are a file, a
 * name and a line, so that it outlives a new numbering of entities. `entities.place`: its index in the outline.
 * `texts` has the words of each file whose `has_words` is set, by its id.
 * `entities.meaning`: the key in `meanings` of what it is about, if it can be searched by meaning.
 */
export const SCHEMA = `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, mtime REAL NOT NULL,
  hash TEXT NOT NULL, language TEXT, lines INTEGER NOT NULL DEFAULT 0, is_test INTEGER NOT NULL, is_generated INTEGER NOT NULL DEFAULT 0,
  is_vendored INTEGER NOT NULL, problem TEXT, has_words INTEGER NOT NULL DEFAULT 0, state INTEGER NOT NULL);
CREATE INDEX files_due ON files(state) WHERE state > 0;
CREATE TABLE facts (hash TEXT PRIMARY KEY, outline TEXT NOT NULL, flows TEXT NOT NULL);
CREATE TABLE entities (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, last TEXT NOT NULL,
  kind TEXT NOT NULL, line INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, signature TEXT NOT NULL, doc TEXT,
  exported INTEGER NOT NULL, parent INTEGER, marks TEXT NOT NULL, meaning INTEGER);
CREATE INDEX entities_file ON entities(file, place);
CREATE INDEX entities_last ON entities(last COLLATE NOCASE);
CREATE INDEX entities_meaning ON entities(meaning) WHERE meaning IS NOT NULL;
CREATE TABLE meanings (key INTEGER PRIMARY KEY, vector BLOB NOT NULL);
CREATE TABLE edges (file INTEGER NOT NULL, name TEXT NOT NULL, start INTEGER NOT NULL, line INTEGER NOT NULL,
  to_file INTEGER NOT NULL, to_name TEXT NOT NULL, to_line INTEGER NOT NULL, confidence REAL NOT NULL,
  inherits INTEGER NOT NULL);
CREATE INDEX edges_from ON edges(file);
CREATE INDEX edges_to ON edges(to_file, to_name);
CREATE TABLE uses (file INTEGER NOT NULL, name TEXT NOT NULL, start INTEGER NOT NULL, line INTEGER NOT NULL,
  to_file INTEGER NOT NULL, to_name TEXT NOT NULL, to_line INTEGER NOT NULL);
CREATE INDEX uses_from ON uses(file);
CREATE INDEX uses_to ON uses(to_file, to_name);
CREATE TABLE unresolved (file INTEGER NOT NULL, name TEXT NOT NULL, line INTEGER NOT NULL, text TEXT NOT NULL, last TEXT NOT NULL,
  why TEXT NOT NULL);
CREATE INDEX unresolved_file ON unresolved(file);
CREATE INDEX unresolved_last ON unresolved(last);
CREATE TABLE names (way TEXT NOT NULL, name TEXT NOT NULL, file INTEGER NOT NULL, PRIMARY KEY (way, name, file)) WITHOUT ROWID;
CREATE INDEX names_file ON names(file);
CREATE TABLE imports (id INTEGER PRIMARY KEY, file INTEGER NOT NULL, module TEXT NOT NULL, fact TEXT NOT NULL);
CREATE INDEX imports_file ON imports(file);
CREATE INDEX imports_module ON imports(module);
CREATE TABLE targets (import INTEGER NOT NULL, file INTEGER NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL);
CREATE INDEX targets_import ON targets(import);
CREATE INDEX targets_file ON targets(file);
CREATE INDEX targets_target ON targets(target);
CREATE VIRTUAL TABLE texts USING fts5(text, content='', contentless_delete=1, detail=none,
  tokenize="unicode61 remove_diacritics 0 tokenchars '_$'");
CREATE VIRTUAL TABLE words USING fts5(name, doc, body, detail=column, tokenize='unicode61');
`
