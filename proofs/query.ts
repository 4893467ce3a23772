import Database from 'better-sqlite3'
import { Client } from 'pg'
import { onConnectionLost } from '#tests/support/servers/databases.ts'

export type Row = Record<string, unknown>

/** Runs a statement past the service: on a server's database by its address, else on a file. */
export const query = (place: { url?: string | undefined; file: string }, sql: string): Promise<Row[]> =>
  place.url === undefined ? inFile(place.file, sql) : onServer(place.url, sql)

async function inFile(file: string, sql: string): Promise<Row[]> {
  const connection = new Database(file, { timeout: 5_000 })
  try {
    const statement = connection.prepare<[], Row>(sql)
    if (statement.reader) return statement.all()
    statement.run()
    return []
  } finally {
    connection.close()
  }
}

async function onServer(url: string, sql: string): Promise<Row[]> {
  const connection = new Client({ connectionString: url })
  connection.on('error', onConnectionLost)
  await connection.connect()
  try {
    return (await connection.query(sql)).rows
  } finally {
    await connection.end()
  }
}
