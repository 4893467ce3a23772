import { defineConfig } from 'vitest/config'

/** `npm run test:quick`: unit, contract and API tests on SQLite and the data folder; no browser, no other server. */
export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    isolate: false,
    maxWorkers: 3,
    globalSetup: ['compile-cache', 'temporary-folder'].map((name) => `./tests/support/servers/${name}.ts`),
    reporters: ['default', './tests/support/closing-line.ts'],
    include: ['tests/{adapters,api,contract,http}/**/*.test.ts', 'tests/*.test.ts', '{server,web}/**/*.test.ts'],
    // Built files, service processes, and memory: long, and rarely what a change breaks.
    exclude: ['tests/{browser-target,built-server,sbom,start,upload-memory}.test.ts'],
    provide: { engine: 'sqlite', services: 'none' },
  },
})
