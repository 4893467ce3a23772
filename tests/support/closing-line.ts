import type { Reporter, TestModule } from 'vitest/node'

/** Names the tests that only passed when repeated, and ends the output with one line that counts all tests. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const flaky: string[] = []
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        if (state !== 'pending') counts[state] += 1
        if (test.diagnostic()?.flaky)
          flaky.push(`passed only when it was repeated: ${module.moduleId} > ${test.fullName}\n`)
      }
      if (module.state() === 'failed' && tests.every((test) => test.result().state !== 'failed')) counts.failed += 1
    }
    // After the other reporters' summaries.
    process.once('exit', () => {
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
      process.stdout.write(`${flaky.join('')}${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
    })
  }
}
