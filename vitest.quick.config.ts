import { defineConfig } from 'vitest/config'

/** `npm run test:quick`: unit, contract and API tests on SQLite and the data folder; no browser, no other server. */
export default defineConfig({
  test: {
    testTimeout: 20_000,
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
    reporters: ['default', './tests/support/closing-line.ts'],
    include: ['tests/{adapters,api,contract,http}/**/*.test.ts', 'tests/*.test.ts', '{server,web}/**/*.test.ts'],
    exclude: ['tests/{built-server,sbom,start}.test.ts'],
    provide: { engine: 'sqlite', services: 'none' },
  },
})
