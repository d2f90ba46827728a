import { LANE_BITS, numbersOf } from '../../../../domain/retrieval/numbering.ts'

/** Tools' output is much, and is found by its words. */
const [DONE] = numbersOf(0, 'done')
const isMeant = (row: string) => `(${row}.id & ${LANE_BITS}) <> ${DONE} AND ${row}.type <> 'machine'`

/**
 * What searched texts mean, by their number: NULL is owed. Kept by triggers, since texts come and go in several ways. The
 * text after one that goes was embedded with it. `mark`: what is worked out of a text that has changed since is left out.
 */
export const sql = `
CREATE TABLE vectors (
  id INTEGER PRIMARY KEY,
  mark INTEGER NOT NULL DEFAULT (random() & 1073741823),
  meaning BLOB
);
CREATE INDEX vectors_missing ON vectors (id) WHERE meaning IS NULL;
CREATE TRIGGER vectors_owed AFTER INSERT ON documents WHEN ${isMeant('new')} BEGIN
  INSERT INTO vectors (id) VALUES (new.id);
END;
CREATE TRIGGER vectors_erased AFTER DELETE ON documents WHEN (old.id & ${LANE_BITS}) <> ${DONE} BEGIN
  DELETE FROM vectors WHERE id = old.id;
  UPDATE vectors SET meaning = NULL, mark = random() & 1073741823 WHERE id = old.id + 1;
END;
INSERT INTO vectors (id) SELECT d.id FROM documents d WHERE ${isMeant('d')};
`
