import { getManyValues, isMany, none } from 'stream-chain/core'
import { Assembler } from 'stream-json/core/assembler.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { AppError } from '#server/errors.ts'

/** Characters of one group; one of 50 images with full descriptions has 60,000. */
const longestEntry = 8 * 2 ** 20
const longestPiece = 1_024
/** `{ groups: [ { images: [ { … } ] } ] }` has 5. */
const deepest = 16

export interface EntryReader {
  /** Returns the groups that have become complete. */
  read(text: string): unknown[]
  /** There is no more text. */
  end(): void
  readonly rollbackId: string | null
}

export const broken = (message: string, cause?: unknown): AppError =>
  new AppError('MIGRATION_FAILED', `groups.json ${message}`, cause === undefined ? {} : { cause })

/** The parser tells nothing of a piece that has an error: no piece has both the end of a group and what follows. */
function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const long = text.slice(start, start + longestPiece)
    const piece = long.slice(0, long.indexOf('}') + 1 || longestPiece)
    yield piece
    start += piece.length
  }
}

/**
 * Takes `{ "groups": [ … ] }` in pieces and gives out the members of the list one by one, so that memory does not grow
 * with the file. AppError MIGRATION_FAILED says after which group the text is no such JSON.
 */
export function createEntryReader(): EntryReader {
  const parse = jsonParser({ packValues: true, streamValues: false })
  const assembler = new Assembler()
  let depth = 0
  let key = ''
  let entries = 0
  let pending = 0
  let list: 'ahead' | 'open' | 'closed' = 'ahead'
  let rollbackId: string | null = null

  const tokens = (text: string | typeof none): readonly Token[] => {
    const result = parse(text as string)
    return isMany(result) ? (getManyValues(result) as Token[]) : []
  }

  /** Tokens outside the members of the list. */
  function around(token: Token): void {
    if (depth === 0 && token.name !== 'startObject') throw broken('must be an object with a list "groups"')
    if (depth === 1 && token.name === 'keyValue') {
      key = token.value
      if (key === 'groups' && list !== 'ahead') throw broken('has the list "groups" twice')
    } else if (depth === 1 && key === 'groups' && token.name !== 'endObject') {
      if (token.name !== 'startArray') throw broken('must have a list as "groups"')
      list = 'open'
    } else if (depth === 1 && key === 'rollbackId' && token.name === 'stringValue') {
      rollbackId = token.value
    }
  }

  function follow(token: Token): void {
    if (token.name.startsWith('start')) depth++
    if (token.name.startsWith('end')) depth--
    if (depth > deepest) throw broken(`is nested too deeply after group ${entries}`)
  }

  function take(token: Token, complete: unknown[]): void {
    if (list === 'open' && !(depth === 2 && token.name === 'endArray')) {
      follow(token)
      assembler.consume(token)
      if (!assembler.done) return
      complete.push(assembler.current)
      entries++
      pending = 0
      return
    }
    around(token)
    follow(token)
    if (list === 'open' && depth === 1) list = 'closed'
  }

  return {
    read(text) {
      const complete: unknown[] = []
      for (const piece of pieces(text)) {
        pending += piece.length
        try {
          for (const token of tokens(piece)) take(token, complete)
        } catch (error) {
          throw error instanceof AppError ? error : broken(`is not valid JSON after group ${entries}`, error)
        }
        if (pending > longestEntry) throw broken(`is too long after group ${entries}: a group has at most 8 MiB`)
      }
      return complete
    },
    end() {
      try {
        for (const token of tokens(none)) take(token, [])
      } catch (error) {
        throw error instanceof AppError ? error : broken(`is cut off after group ${entries}`, error)
      }
      if (depth > 0) throw broken(`is cut off after group ${entries}`)
      if (list === 'ahead') throw broken('has no list "groups"')
    },
    get rollbackId() {
      return rollbackId
    },
  }
}
