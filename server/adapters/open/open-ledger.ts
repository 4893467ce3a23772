import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { WithdrawalLedger } from '#server/ports/withdrawals/withdrawals.ts'

/** The ledger of withdrawals, where the files are: in the data folder or under a prefix of the bucket (D49). */
export async function openLedger({ dataDir, s3, secrets }: Config): Promise<WithdrawalLedger> {
  if (s3 === undefined || secrets.s3 === undefined) {
    const { ledgerFile, openDiskWithdrawalLedger } = await import(
      '#server/adapters/files/ledger/disk-withdrawal-ledger.ts'
    )
    return openDiskWithdrawalLedger(join(dataDir, ledgerFile))
  }
  const { createS3WithdrawalLedger } = await import('#server/adapters/files/ledger/s3-withdrawal-ledger.ts')
  const { createS3Client } = await import('#server/adapters/files/s3-client.ts')
  return createS3WithdrawalLedger(createS3Client({ ...s3, ...secrets.s3 }), s3.bucket)
}
