import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Generous: how fast the machine is makes no test fail.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // One race in five thousand tests keeps nobody's change from landing; the closing lines name what was repeated.
    retry: 1,
    expect: { poll: { timeout: 30_000 } },
    // PostgreSQL ends connections by this code: a test drops its database while some are still closing.
    onUnhandledError: (error) => !('code' in error && error.code === '57P01'),
    // One process for many files: half of the time would go into loading the service again for each.
    isolate: false,
    // Many tests wait for something: three processes would leave two cores idle for a quarter of the time.
    maxWorkers: 4,
    reporters: ['default', './tests/support/closing-line.ts'],
    globalSetup: ['compile-cache', 'temporary-folder', 'services'].map((name) => `./tests/support/servers/${name}.ts`),
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['tests/**/*.test.ts', 'proofs/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts'],
          provide: { engine: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'api on PostgreSQL',
          // What depends on the engine beyond the stores: parallel changes, locks, notifications, outages, sums by date.
          // tests/contract/database calls every method of the stores on both engines, and proofs/model.test.ts compares all
          // that visitors and moderators do with a model on both.
          include: [
            'tests/api/accounts/auth/{sessions,setup}.test.ts',
            'tests/api/accounts/second-factor/factors.test.ts',
            'tests/api/accounts/users.test.ts',
            'tests/api/{backups,cleanup,health,live-updates,long-lists,numbers,screens,settings,stop}.test.ts',
            'tests/api/exhibitions/*.test.ts',
            'tests/api/management/{audit,concurrency,interrupted}.test.ts',
            'tests/api/moderation/{bulk-moderate,take-back}.test.ts',
            'tests/api/public-groups/public-groups.test.ts',
            'tests/api/removal-requests/*.test.ts',
            'tests/api/staff-links/staff-links.test.ts',
            'tests/api/storage-migration/{interrupted,migrate-on-replicas,rollback-storage}.test.ts',
            'tests/api/upload/{idempotency-key,outage,submissions}.test.ts',
            'tests/api/withdrawal-ledger.test.ts',
            'tests/jobs/{chat-faults,replicas}.test.ts',
          ],
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
