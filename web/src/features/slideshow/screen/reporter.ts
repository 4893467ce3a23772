import { report } from './report.ts'
import { savedScreen } from './screen-store.ts'

interface ReporterInput {
  readonly imageId: () => number | null
  readonly skip: () => void
  readonly reload: () => void
}

/**
 * Reports and carries out commands. The service repeats a command until a report names it as done, so none is lost with an
 * answer, and none is carried out twice.
 */
export class Reporter {
  readonly #input: ReporterInput
  #done: readonly string[] = []
  #reloads = false
  #isReporting = false

  constructor(input: ReporterInput) {
    this.#input = input
  }

  async beat(): Promise<void> {
    const screen = savedScreen.get()
    // A late answer would repeat what is done already.
    if (screen === null || this.#isReporting) return
    this.#isReporting = true
    const commands = await report(screen, { imageId: this.#input.imageId(), done: this.#done })
    this.#isReporting = false
    if (commands === undefined) return
    const fresh = commands.filter(({ id }) => !this.#done.includes(id))
    for (const { command } of fresh) this.#carryOut(command)
    this.#done = commands.map(({ id }) => id)
    if (fresh.length > 0) return this.beat()
    // Only when the service knows that it is done: it must not repeat it to the page that comes.
    if (this.#reloads && commands.length === 0) this.#input.reload()
  }

  #carryOut(command: 'skip' | 'reload'): void {
    if (command === 'reload') this.#reloads = true
    else this.#input.skip()
  }
}
