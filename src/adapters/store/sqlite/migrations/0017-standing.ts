/** What stands in a project is asked for at the start of each session: few of many, however long ago they came. */
export const sql = `
CREATE INDEX observations_standing ON observations (project, at)
WHERE remembered_by IS NOT NULL OR type = 'decision' OR (type = 'discovery' AND instr(concepts, '"gotcha"') > 0);
`
