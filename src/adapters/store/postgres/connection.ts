/** One session with a PostgreSQL server, as every client library offers it; one statement a query. */
export interface PostgresConnection {
  query(text: string, values?: unknown[]): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
}
