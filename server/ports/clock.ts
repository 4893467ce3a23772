/** The time, so that tests can move it. */
export interface Clock {
  now(): Date
}
