import { defineConfig } from 'vitest/config'

const journeys = [
  'base-path',
  'gallery',
  'journeys',
  'languages',
  'management/management-page',
  'offline',
  'removal-request',
  'slideshow/slideshow',
  'upload/bad-network',
  'upload/connection',
  'upload/upload-page',
]

/** `npm run e2e:browsers`: the visitors' journeys in Firefox, and the main ones in WebKit. */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 180_000,
    retry: 1,
    expect: { poll: { timeout: 30_000 } },
    isolate: false,
    maxWorkers: 2,
    globalSetup: ['compile-cache', 'temporary-folder', 'services'].map((name) => `./tests/support/servers/${name}.ts`),
    reporters: ['default', './tests/support/closing-line.ts'],
    provide: { engine: 'sqlite' },
    projects: [
      {
        extends: true,
        test: {
          name: 'Firefox',
          include: journeys.map((name) => `tests/e2e/${name}.test.ts`),
          env: { TEST_BROWSER: 'firefox' },
        },
      },
      { extends: true, test: { name: 'WebKit', include: ['tests/webkit/journey.ts'] } },
    ],
  },
})
