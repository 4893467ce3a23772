import { getManyValues, isMany, none } from 'stream-chain/core'
import { Assembler } from 'stream-json/core/assembler.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { AppError } from '#server/domain/errors.ts'

/** Characters of one group; one of 50 images with full descriptions has 60,000. */
const longestEntry = 8 * 2 ** 20
const longestPiece = 1_024
/** `{ groups: [ { images: [ { … } ] } ] }` has 5. */
const deepest = 16

export interface EntryReader {
  /** Returns the groups that are complete now. */
  read(text: string): unknown[]
  /** The text has ended. */
  end(): void
  readonly rollbackId: string | null
}

export const broken = (message: string, cause?: unknown): AppError =>
  new AppError('MIGRATION_FAILED', `groups.json ${message}`, cause === undefined ? {} : { cause })

/** The parser emits nothing from a piece with an error: no piece contains both the end of a group and what follows. */
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const long = text.slice(start, start + longestPiece)
    const piece = long.slice(0, long.indexOf('}') + 1 || longestPiece)
    yield piece
    start += piece.length
  }
}

/**
 * Parses `{ "groups": [ … ] }` in pieces and returns the members of the list one by one, so that memory does not grow
 * with the file. AppError MIGRATION_FAILED says after which group the text is no such JSON.
 */
export const createEntryReader = (): EntryReader => new StreamedEntryReader()

class StreamedEntryReader implements EntryReader {
  rollbackId: string | null = null
  readonly #parse = jsonParser({ packValues: true, streamValues: false })
  readonly #assembler = new Assembler()
  #depth = 0
  #key = ''
  #entries = 0
  #pending = 0
  #list: 'ahead' | 'open' | 'closed' = 'ahead'

  read(text: string): unknown[] {
    const complete: unknown[] = []
    for (const piece of pieces(text)) {
      this.#pending += piece.length
      try {
        for (const token of this.#tokens(piece)) this.#take(token, complete)
      } catch (error) {
        throw error instanceof AppError ? error : broken(`is not valid JSON after group ${this.#entries}`, error)
      }
      if (this.#pending > longestEntry) {
        throw broken(`is too long after group ${this.#entries}: a group has at most 8 MiB`)
      }
    }
    return complete
  }

  end(): void {
    try {
      for (const token of this.#tokens(none)) this.#take(token, [])
    } catch (error) {
      throw error instanceof AppError ? error : broken(`is cut off after group ${this.#entries}`, error)
    }
    if (this.#depth > 0) throw broken(`is cut off after group ${this.#entries}`)
    if (this.#list === 'ahead') throw broken('has no list "groups"')
  }

  #tokens(text: string | typeof none): readonly Token[] {
    const result = this.#parse(text as string)
    return isMany(result) ? (getManyValues(result) as Token[]) : []
  }

  /** Tokens outside the members of the list. */
  #around(token: Token): void {
    if (this.#depth === 0 && token.name !== 'startObject') throw broken('must be an object with a list "groups"')
    if (this.#depth === 1 && token.name === 'keyValue') {
      this.#key = token.value
      if (this.#key === 'groups' && this.#list !== 'ahead') throw broken('has the list "groups" twice')
    } else if (this.#depth === 1 && this.#key === 'groups' && token.name !== 'endObject') {
      if (token.name !== 'startArray') throw broken('must have a list as "groups"')
      this.#list = 'open'
    } else if (this.#depth === 1 && this.#key === 'rollbackId' && token.name === 'stringValue') {
      this.rollbackId = token.value
    }
  }

  #follow(token: Token): void {
    if (token.name.startsWith('start')) this.#depth++
    if (token.name.startsWith('end')) this.#depth--
    if (this.#depth > deepest) throw broken(`is nested too deeply after group ${this.#entries}`)
  }

  #take(token: Token, complete: unknown[]): void {
    if (this.#list === 'open' && !(this.#depth === 2 && token.name === 'endArray')) {
      this.#follow(token)
      this.#assembler.consume(token)
      if (!this.#assembler.done) return
      complete.push(this.#assembler.current)
      this.#entries++
      this.#pending = 0
      return
    }
    this.#around(token)
    this.#follow(token)
    if (this.#list === 'open' && this.#depth === 1) this.#list = 'closed'
  }
}
