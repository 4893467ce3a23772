import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // One process for many files: half of the time would go into loading the service again for each.
    isolate: false,
    // Many tests wait for something: one process would leave the second core idle.
    maxWorkers: 2,
    reporters: ['default', './tests/support/closing-line.ts'],
    globalSetup: './tests/support/servers/services.ts',
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
          provide: { engine: 'postgres' },
        },
      },
    ],
  },
})
