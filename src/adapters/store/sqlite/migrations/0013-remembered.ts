/** Whose word an observation is that somebody asked to have remembered: `user` or `agent`; NULL where it was distilled. */
export const sql = `
ALTER TABLE observations ADD COLUMN remembered_by TEXT;
`
