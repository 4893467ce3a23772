/** A command that is not understood: says what is wrong and how it is done. */
export class UsageError extends Error {
  constructor(problem: string, usage: string) {
    super(`${problem}\n\n${usage}`)
    this.name = 'UsageError'
  }
}
