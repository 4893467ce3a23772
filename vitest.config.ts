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
          include: ['tests/api/**/*.test.ts', 'tests/jobs/replicas.test.ts'],
          // What these are about does not depend on the engine: bytes and texts of requests and answers, caches of the
          // process, messages, second steps of a login. tests/contract/database calls every method of their stores on both.
          exclude: [
            'tests/api/accounts/auth/login-and-password.test.ts',
            'tests/api/management/managed-group.test.ts',
            'tests/api/management/many-people.test.ts',
            'tests/api/moderation/image-analysis.test.ts',
            'tests/api/moderation/images.test.ts',
            'tests/api/notifications.test.ts',
            'tests/api/public-groups/hot-reads.test.ts',
            'tests/api/public-groups/unread-feed.test.ts',
            'tests/api/removal-requests.test.ts',
            'tests/api/accounts/second-factor/**',
            'tests/api/storage-migration/migrate-storage.test.ts',
            'tests/api/storage-migration/old-data.test.ts',
            'tests/api/upload/refused-batches.test.ts',
            'tests/api/upload/submission-parts.test.ts',
            'tests/api/storage-migration/broken-groups-json.test.ts',
            'tests/api/storage-migration/migrated-images.test.ts',
            'tests/api/base-path.test.ts',
            'tests/api/rate-limits.test.ts',
            'tests/api/upload-limits.test.ts',
            'tests/api/upload/submission-limits.test.ts',
            'tests/api/upload/submissions-crash.test.ts',
            'tests/api/upload/location-privacy.test.ts',
            'tests/api/management/limits.test.ts',
          ],
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
