/** A server that tests share, running. */
export interface Service<Address> {
  readonly address: Address
  readonly stop: () => Promise<void>
}

/** This machine cannot have the server: its tests are skipped, or fail where CI is set. */
export class ServiceMissing extends Error {
  constructor(name: string, remedy: string) {
    super(`${name} is not there: ${remedy}`)
    this.name = 'ServiceMissing'
  }
}
