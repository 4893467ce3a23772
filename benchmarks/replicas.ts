import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { makeImage, makePhoto } from '#tests/support/images/make-image.ts'
import { cpuSeconds } from '#tests/support/servers/process-tree.ts'
import { adminSession } from './support/admin-session.ts'
import { type Form, startEmbedded, startScaledOut } from './support/forms.ts'
import { httpLoad } from './support/http-load.ts'
import { batchBody, sendBatch } from './support/send-batch.ts'
import { figure, median, type Scenario, sideBySide, type Table } from './support/table.ts'

const groups = 1_000
const partNames = ['service', 'PostgreSQL', 'S3', 'haproxy']
const seconds = 4

interface Measured {
  readonly perSecond: number
  /** CPU milliseconds of an operation, by part. */
  readonly cpuMs: Readonly<Record<string, number>>
}

async function measure(form: Form, work: () => Promise<number>): Promise<Measured> {
  const used = () =>
    Object.entries(form.parts).map(
      ([part, pids]) => [part, pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)] as const,
    )
  const before = new Map(used())
  const began = performance.now()
  const operations = await work()
  const took = (performance.now() - began) / 1_000
  const cpuMs = Object.fromEntries(
    used().map(([part, cpu]) => [part, ((cpu - (before.get(part) ?? 0)) * 1_000) / operations]),
  )
  return { perSecond: operations / took, cpuMs }
}

/** The groups have no files: the search for missing previews runs until it has found that out. */
async function idle({ parts }: Form): Promise<void> {
  const used = () =>
    Object.values(parts)
      .flat()
      .reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  for (let quiet = 0, before = 0, waited = 0; quiet < 3 && waited < 40; waited++) {
    await sleep(1_000)
    const now = used()
    quiet = now - before < 0.1 ? quiet + 1 : 0
    before = now
  }
}

const reads = (form: Form, path: string, headers = {}) =>
  measure(form, async () => {
    const { requestsPerSecond, errors } = await httpLoad(`${form.url}${path}`, { seconds, headers })
    if (errors > 0) throw new Error(`${errors} requests of ${path} were answered with an error`)
    return requestsPerSecond * seconds
  })

/** Each setup begins with a group whose preview is read. */
async function previewOf(form: Form): Promise<string> {
  const { body, type } = batchBody([await makeImage({ width: 1600, height: 1200, detail: true })])
  const init = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(Buffer.concat(body)) }
  const { images } = (await (await fetch(`${form.url}/api/upload/batch`, init)).json()) as {
    images: { previewPath: string }[]
  }
  return images[0]?.previewPath ?? ''
}

async function comparison(forms: readonly [Form, Form], rounds: number): Promise<Table> {
  const photo = await makePhoto({ profile: 'p3' })
  const batch = batchBody(Array.from({ length: 5 }, () => photo))
  const ingest = (visitors: number) => (form: Form) =>
    measure(form, async () => {
      await Promise.all(Array.from({ length: visitors }, () => sendBatch(form.url, batch)))
      return visitors * 5
    })
  const previews = new Map(await Promise.all(forms.map(async (form) => [form, await previewOf(form)] as const)))
  const works: [string, (form: Form) => Promise<Measured>][] = [
    ['upload of 12 MP, 4 visitors × 5: images', ingest(4)],
    [`feed of ${groups} groups, gzip: requests`, (form) => reads(form, '/api/groups', { 'accept-encoding': 'gzip' })],
    ['feed, one group of it: requests', (form) => reads(form, '/api/groups?limit=1')],
    ['preview: requests', (form) => reads(form, previews.get(form) ?? '')],
  ]
  for (const form of forms) await idle(form)
  const rows: string[][] = []
  for (const [what, work] of works) {
    for (const form of forms) await work(form)
    const { a, b } = await sideBySide(
      rounds,
      () => work(forms[0]),
      () => work(forms[1]),
    )
    for (const [form, measured] of [
      [forms[0], a],
      [forms[1], b],
    ] as const) {
      const cpu = partNames.map((part) => median(measured.map(({ cpuMs }) => cpuMs[part] ?? Number.NaN)))
      rows.push([
        what,
        form.name,
        figure(median(measured.map(({ perSecond }) => perSecond)), 1),
        ...cpu.map((ms) => figure(ms, 3)),
      ])
    }
  }
  return {
    title: 'Operations per second, and CPU milliseconds of one by part',
    columns: ['what', 'form', 'per s', ...partNames.map((part) => `${part} ms`)],
    rows,
    notes: [
      'Sender, service, PostgreSQL, S3 server (Ceph, one copy in memory) and haproxy share the cores: the CPU holds elsewhere, the rates do not.',
    ],
  }
}

/** The statements of one operation on PostgreSQL, without `begin` and `commit`. */
async function statements(form: Form): Promise<Table> {
  await using stack = new AsyncDisposableStack()
  const client = new Client({ connectionString: form.databaseUrl })
  await client.connect()
  stack.defer(() => client.end())
  await client.query('create extension if not exists pg_stat_statements')
  const session = await adminSession(form.url)
  const small = await makeImage({ width: 800, height: 600 })
  const upload = async (photos: number) => {
    const { body, type } = batchBody(Array.from({ length: photos }, () => small))
    const init = { method: 'POST', headers: { 'content-type': type }, body: new Uint8Array(Buffer.concat(body)) }
    return (await (await fetch(`${form.url}/api/upload/batch`, init)).json()) as {
      groupId: string
      managementToken: string
    }
  }
  const send = async (method: string, path: string, json?: unknown) => {
    const body = json !== undefined && { body: JSON.stringify(json) }
    const headers = { ...session, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(`${form.url}${path}`, { method, headers, ...body })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  }
  const times = 20
  const own = await Promise.all(Array.from({ length: times }, () => upload(1)))
  const each =
    (call: (group: { groupId: string; managementToken: string }, index: number) => Promise<unknown>) => async () => {
      for (const [index, group] of own.entries()) await call(group, index)
    }
  const operations: [string, () => Promise<void>][] = [
    ['upload of 1 photo', each(() => upload(1))],
    ['upload of 5 photos', each(() => upload(5))],
    ['feed, nothing changed', each(() => send('GET', '/api/groups?limit=1'))],
    ['management: view', each((group) => send('GET', `/api/manage/${group.managementToken}`))],
    [
      'management: title',
      each((group, i) => send('PUT', `/api/manage/${group.managementToken}/metadata`, { title: `t${i}` })),
    ],
    ['approval', each((group) => send('PATCH', `/api/admin/groups/${group.groupId}/approve`, {}))],
    ['admin list, 20 groups', each(() => send('GET', '/api/admin/groups?limit=20'))],
    ['deletion by the owner', each((group) => send('DELETE', `/api/manage/${group.managementToken}`))],
  ]
  const rows: string[][] = []
  for (const [what, work] of operations) {
    // Both replicas have followed the changes so far.
    for (let read = 0; read < 4; read++) await send('GET', '/api/groups?limit=1')
    await client.query('select pg_stat_statements_reset()')
    await work()
    const { rows: counted } = await client.query(
      `select coalesce(sum(calls) filter (where query !~* '^(begin|commit|rollback)'), 0)::int as statements,
              coalesce(sum(calls) filter (where query ~* '^commit'), 0)::int as commits
       from pg_stat_statements where query !~* 'pg_stat_statements'`,
    )
    rows.push([what, figure(counted[0].statements / times, 1), figure(counted[0].commits / times, 1)])
  }
  return {
    title: 'Statements of one operation on PostgreSQL',
    columns: ['operation', 'statements', 'transactions'],
    rows,
    notes: [
      'Reads outside a transaction are statements of their own. The work in the background adds a statement every few seconds.',
    ],
  }
}

export const run: Scenario = async ({ rounds }) => {
  await using embedded = await startEmbedded(groups)
  await using scaledOut = await startScaledOut(groups)
  return [await comparison([embedded, scaledOut], rounds), await statements(scaledOut)]
}
