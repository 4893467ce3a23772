import type { StartOptions } from '#tests/support/start-app.ts'
import { type Replicas, startReplicasOn } from './replicas-on.ts'
import { sharedService } from './shared-service.ts'

export type { Replicas }
export type SharedFiles = 'disk' | 'bucket'

/** The file stores that replicas can share; empty if their shared database is not available. */
export async function sharedPlaces(): Promise<SharedFiles[]> {
  if ((await sharedService('postgres')) === undefined) return []
  return (await sharedService('s3')) === undefined ? ['disk'] : ['disk', 'bucket']
}

/** Two replicas on the servers that the tests share. */
export async function startReplicas(files: SharedFiles, options: StartOptions = {}): Promise<Replicas> {
  const database = await sharedService('postgres')
  if (database === undefined) throw new Error('Replicas need PostgreSQL')
  return startReplicasOn({ database, bucket: files === 'bucket' ? await sharedService('s3') : undefined }, options)
}
