/** A server that tests share, running. */
export interface Service<Address> {
  readonly address: Address
  readonly stop: () => Promise<void>
}

/** The server is not available on this machine: its tests are skipped, or fail if CI is set. */
export class ServiceMissing extends Error {
  constructor(name: string, remedy: string) {
    super(`${name} is not there: ${remedy}`)
    this.name = 'ServiceMissing'
  }
}
