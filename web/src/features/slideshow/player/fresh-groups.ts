import type { Step } from './playlist.ts'

/** After a night without a connection the slideshow does not show dozens of them in a row. */
const maxWaiting = 5

const groupsOf = (steps: readonly Step[]) => new Set(steps.map(({ group }) => group.id))

/** Groups that joined while the slideshow runs: the first photo of each is shown once, out of turn. */
export class FreshGroups {
  #waiting: string[] = []
  /** The step out of turn, and the one after which the slideshow continues. */
  #jump: { readonly to: string; readonly from: string } | undefined

  note(before: readonly Step[], after: readonly Step[]): void {
    const groups = groupsOf(after)
    const joined = groups.difference(groupsOf(before))
    this.#waiting = [...this.#waiting, ...joined].filter((id) => groups.has(id)).slice(-maxWaiting)
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  /** Where the slideshow goes next; undefined for the next step in order. The same answer until it has arrived there. */
  next(steps: readonly Step[], index: number): number | undefined {
    const [group] = this.#waiting
    const place = steps.findIndex((step) => step.group.id === group && step.photos.length > 0)
    const [target, here] = [steps[place], steps[index]]
    if (target && here) {
      this.#jump = { to: target.key, from: this.#jump?.to === here.key ? this.#jump.from : here.key }
      return place
    }
    if (this.#jump === undefined || here?.key !== this.#jump.to) return undefined
    const { from } = this.#jump
    const back = steps.findIndex(({ key }) => key === from)
    if (back < 0) return undefined
    // Not the same photo again.
    const isThere = steps[(back + 1) % steps.length]?.key === here.key
    return (back + (isThere ? 2 : 1)) % steps.length
  }

  /** Whether this step is shown out of turn now; it is so only once. */
  isShowing({ key, group }: Step): boolean {
    const isJump = key === this.#jump?.to
    if (isJump) this.#waiting = this.#waiting.filter((each) => each !== group.id)
    else if (this.#waiting.length === 0) this.#jump = undefined
    return isJump
  }
}
