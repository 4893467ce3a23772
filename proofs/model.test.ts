import { expect, it } from 'vitest'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { compareWithModel, modelOptions } from './model.ts'

const shared = await sharedPlaces()

/** `npm run proof -- model` runs thousands of sequences. */
async function expectAgreement(replicas: [TestApp, ...TestApp[]], runs: number): Promise<void> {
  const { found, attempts } = await compareWithModel(replicas, { seed: 1, runs, seconds: 100 })
  expect(found).toEqual([])
  expect(attempts).toBeGreaterThan(0)
}

it('answers random requests like the model', { timeout: 120_000 }, async () => {
  await using app = await startApp(modelOptions)
  await expectAgreement([app], 3)
})

it.skipIf(shared.length === 0)('so do two replicas', { timeout: 120_000 }, async () => {
  await using replicas = await startReplicas(shared.at(-1) ?? 'disk', modelOptions)
  await expectAgreement([replicas.first, replicas.second], 2)
})
