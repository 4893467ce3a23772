import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeleteObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDiskWithdrawalLedger } from '#server/adapters/files/ledger/disk-withdrawal-ledger.ts'
import { createS3WithdrawalLedger } from '#server/adapters/files/ledger/s3-withdrawal-ledger.ts'
import { createS3Client } from '#server/adapters/files/s3-client.ts'
import type { Withdrawal, WithdrawalLedger } from '#server/ports/withdrawals/withdrawals.ts'
import { newBucket } from '#tests/support/servers/buckets.ts'
import type { S3Server } from '#tests/support/servers/s3-server.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'

const s3 = await sharedService('s3')
const later = new Date('2999-01-01')

const entry = (n: number): Withdrawal => ({
  id: randomUUID(),
  at: new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString(),
  kind: n % 2 === 0 ? 'image_hidden' : 'image_shown',
  groupId: 'one',
  imageId: 1,
})

/** Adds entries, each in a separate write. */
async function fill(ledger: WithdrawalLedger, count = 5): Promise<Withdrawal[]> {
  const entries = Array.from({ length: count }, (_, n) => entry(n))
  for (const each of entries) await ledger.append('own', [each])
  return entries
}

it('compact leaves a file as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  const ledger = openDiskWithdrawalLedger(join(folder, 'withdrawals.jsonl'))
  const entries = await fill(ledger)
  expect(await ledger.compact(later)).toBe(0)
  expect(await ledger.read('own')).toMatchObject({ entries, damagedLines: 0 })
  await rm(folder, { recursive: true })
})

describe.runIf(s3)('compact merges the objects of a bucket', () => {
  let place: Awaited<ReturnType<typeof newBucket>>
  let bucket: string
  let client: S3Client
  let ledger: WithdrawalLedger
  beforeAll(async () => {
    place = await newBucket(s3 as S3Server)
    bucket = place.bucket
    client = createS3Client(place)
  })
  afterAll(() => client.destroy())

  const keys = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
    return Contents.map(({ Key = '' }) => Key)
  }
  const empty = async () => {
    for (const Key of await keys()) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    ledger = createS3WithdrawalLedger(client, bucket)
  }
  /** A client that does something before each command. */
  const interposed = (before: () => Promise<void>): S3Client => {
    const another = createS3Client(place)
    const first = { step: 'initialize', name: 'before' } as const
    another.middlewareStack.add((next) => async (command) => before().then(() => next(command)), first)
    return another
  }

  it('into one, which reads the same', async () => {
    await empty()
    const entries = await fill(ledger)
    expect(await ledger.compact(later)).toBe(5)
    expect(await keys()).toHaveLength(1)
    expect(await ledger.read('own')).toEqual({ ledgerId: 'own', entries, damagedLines: 0 })
    const next = entry(9)
    await ledger.append('own', [next])
    expect(await ledger.compact(later)).toBe(2)
    expect(await ledger.read('own')).toMatchObject({ entries: [...entries, next] })
    expect(await ledger.compact(later)).toBe(0)
  })

  it('except those written since the given time', async () => {
    await empty()
    await fill(ledger)
    expect(await ledger.compact(new Date(0))).toBe(0)
    expect(await keys()).toHaveLength(5)
  })

  it('and keeps unreadable ones', async () => {
    await empty()
    await fill(ledger, 2)
    const [first = ''] = await keys()
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: first, Body: 'no entry\n' }))
    await ledger.compact(later)
    expect(await keys()).toHaveLength(1)
    expect(await ledger.read('own')).toMatchObject({ damagedLines: 1 })
  })

  it('and loses nothing if the process dies at any step', async () => {
    for (let step = 1; ; step++) {
      await empty()
      const entries = await fill(ledger, 3)
      let left = step
      const dying = interposed(async () => {
        if (--left < 0) throw new Error('died')
      })
      const done = await createS3WithdrawalLedger(dying, bucket)
        .compact(later)
        .catch(() => undefined)
      expect(await ledger.read('own')).toMatchObject({ entries, damagedLines: 0 })
      await ledger.compact(later)
      expect(await ledger.read('own')).toMatchObject({ entries })
      expect(await keys()).toHaveLength(1)
      if (done !== undefined) return
    }
  })

  it('while another process reads without missing anything', async () => {
    for (const step of [1, 2, 3]) {
      await empty()
      const entries = await fill(ledger, 3)
      let left = step
      const slow = interposed(async () => {
        if (--left === 0) await ledger.compact(later)
      })
      expect(await createS3WithdrawalLedger(slow, bucket).read('own')).toMatchObject({ entries })
    }
  })
})
