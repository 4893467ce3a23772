import { randomUUID } from 'node:crypto'
import { Client } from 'pg'

export interface DatabaseServer {
  readonly url: string
  /** A database with the whole schema, to be copied. */
  readonly template: string
}

/** The databases of tests are dropped with open connections. */
export const onConnectionLost = (): void => undefined

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
}

/** The server's address with another database. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a statement on the server itself. */
export async function asAdmin(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server })
  client.on('error', onConnectionLost)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A new database: a copy of the template with the schema, or without any table. */
export async function newDatabase({ url, template }: DatabaseServer, { empty = false } = {}): Promise<TestDatabase> {
  const name = `werkschau_${randomUUID().replaceAll('-', '')}`
  await asAdmin(url, `create database ${name} template ${empty ? 'template0' : template} strategy file_copy`)
  return {
    url: databaseUrl(url, name),
    [Symbol.asyncDispose]: () => asAdmin(url, `drop database if exists ${name} with (force)`),
  }
}
