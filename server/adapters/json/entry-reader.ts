import { getManyValues, isMany, none } from 'stream-chain/core'
import { Assembler } from 'stream-json/core/assembler.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'

/** Characters of one entry; a group of 50 images with full descriptions has 60,000. */
const longestEntry = 8 * 2 ** 20
const longestPiece = 1_024
/** `{ groups: [ { images: [ { … } ] } ] }` has 5. */
const deepest = 16

/** What the file lists. */
type List = 'groups' | 'exhibitions'
const isList = (key: string): key is List => key === 'groups' || key === 'exhibitions'

export const broken = (message: string, cause?: unknown): AppError =>
  new AppError('MIGRATION_FAILED', `groups.json ${message}`, cause === undefined ? {} : { cause })

/** The parser emits nothing from a piece with an error: no piece contains both the end of an entry and what follows. */
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const long = text.slice(start, start + longestPiece)
    const piece = long.slice(0, long.indexOf('}') + 1 || longestPiece)
    yield piece
    start += piece.length
  }
}

/**
 * Parses `{ "exhibitions": [ … ], "groups": [ … ] }` in pieces and returns the groups one by one, so that memory does not
 * grow with the file. AppError MIGRATION_FAILED says after which entry the text is no such JSON.
 */
export class EntryReader {
  rollbackId: string | null = null
  /** All of them, when the text has ended. */
  readonly exhibitions: unknown[] = []
  readonly #parse = jsonParser({ packValues: true, streamValues: false })
  readonly #assembler = new Assembler()
  #depth = 0
  #key = ''
  #groups = 0
  #pending = 0
  #open: List | null = null
  readonly #seen = new Set<List>()

  /** Returns the groups that are complete now. */
  read(text: string): unknown[] {
    const complete: unknown[] = []
    for (const piece of pieces(text)) {
      this.#pending += piece.length
      try {
        for (const token of this.#tokens(piece)) this.#take(token, complete)
      } catch (error) {
        throw error instanceof AppError ? error : broken(`is not valid JSON ${this.#place}`, error)
      }
      if (this.#pending > longestEntry) {
        throw broken(`is too long ${this.#place}: a group or exhibition has at most 8 MiB`)
      }
    }
    return complete
  }

  /** The text has ended. */
  end(): void {
    try {
      for (const token of this.#tokens(none)) this.#take(token, [])
    } catch (error) {
      throw error instanceof AppError ? error : broken(`is cut off ${this.#place}`, error)
    }
    if (this.#depth > 0) throw broken(`is cut off ${this.#place}`)
    if (!this.#seen.has('groups')) throw broken('has no list "groups"')
  }

  get #place(): string {
    return this.#open === 'exhibitions' ? `after exhibition ${this.exhibitions.length}` : `after group ${this.#groups}`
  }

  #tokens(text: string | typeof none): readonly Token[] {
    const result = this.#parse(text as string)
    return isMany(result) ? (getManyValues(result) as Token[]) : []
  }

  /** Tokens outside the members of the lists. */
  #around(token: Token): void {
    if (this.#depth === 0 && token.name !== 'startObject') throw broken('must be an object with a list "groups"')
    if (this.#depth !== 1) return
    if (token.name === 'keyValue') {
      this.#key = token.value
      if (isList(this.#key) && this.#seen.has(this.#key)) throw broken(`has the list "${this.#key}" twice`)
    } else if (isList(this.#key) && token.name !== 'endObject') {
      if (token.name !== 'startArray') throw broken(`must have a list as "${this.#key}"`)
      this.#open = this.#key
      this.#seen.add(this.#open)
    } else if (this.#key === 'rollbackId' && token.name === 'stringValue') {
      this.rollbackId = token.value
    }
  }

  #follow(token: Token): void {
    if (token.name.startsWith('start')) this.#depth++
    if (token.name.startsWith('end')) this.#depth--
    if (this.#depth > deepest) throw broken(`is nested too deeply ${this.#place}`)
  }

  #take(token: Token, complete: unknown[]): void {
    if (this.#open !== null && !(this.#depth === 2 && token.name === 'endArray')) {
      this.#follow(token)
      this.#assembler.consume(token)
      if (this.#assembler.done) this.#add(this.#assembler.current, complete)
      return
    }
    this.#around(token)
    this.#follow(token)
    if (this.#depth === 1) this.#open = null
  }

  #add(entry: unknown, complete: unknown[]): void {
    this.#pending = 0
    if (this.#open === 'groups') {
      complete.push(entry)
      this.#groups++
    } else if (this.exhibitions.push(entry) > limits.exhibitions) {
      throw broken(`has more than ${limits.exhibitions} exhibitions`)
    }
  }
}
