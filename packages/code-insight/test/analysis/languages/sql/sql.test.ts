import { expect, test } from 'vitest'
import { outlined } from '../shown.ts'

const TEXT = `-- The shop's customers
CREATE TABLE IF NOT EXISTS shop."customers" (
  id INTEGER PRIMARY KEY,
  name TEXT -- CREATE TABLE not_one
);
/* CREATE VIEW neither AS SELECT 1; */
CREATE UNIQUE INDEX CONCURRENTLY idx_name ON customers (name);
CREATE OR REPLACE FUNCTION total(n int) RETURNS int AS $$
BEGIN
  EXECUTE 'CREATE TABLE hidden (x int)';
  RETURN n;
END;
$$ LANGUAGE plpgsql;
create materialized view
  sales as select * from t;
CREATE TRIGGER touch BEFORE UPDATE ON customers FOR EACH ROW EXECUTE PROCEDURE total(1);
CREATE DEFINER=\`root\`@\`%\` PROCEDURE [dbo].[Get Sales] AS SELECT 'it''s', 'it\\'s';
CREATE INDEX ON customers (id);
CREATE TYPE mood AS ENUM ('sad');
DROP TABLE customers;
`

test('an outline has what a script creates, in any dialect: no comment, no value, and nothing without a name', async () => {
  expect(await outlined('shop.sql', { 'shop.sql': TEXT })).toEqual([
    `2 | class | customers | CREATE TABLE IF NOT EXISTS shop."customers" | The shop's customers | own`,
    '7 | variable | idx_name | CREATE UNIQUE INDEX CONCURRENTLY idx_name | own',
    '8 | function | total | CREATE OR REPLACE FUNCTION total | own',
    '15 | class | sales | create materialized view sales | own',
    '16 | function | touch | CREATE TRIGGER touch | own',
    '17 | function | Get Sales | CREATE DEFINER=`root`@`%` PROCEDURE [dbo].[Get Sales] | own',
    '19 | type | mood | CREATE TYPE mood | own',
  ])
})
