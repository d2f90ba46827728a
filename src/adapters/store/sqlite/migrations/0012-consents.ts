/** Folders of a client of which a person has imported all: what is new in them may be read without being asked again. */
export const sql = `
CREATE TABLE consents (
  folder TEXT PRIMARY KEY
) WITHOUT ROWID;
`
