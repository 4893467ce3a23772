import { randomInt } from 'node:crypto'

/** Characters that cannot be mistaken for one another. */
const characters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A code that people type, of 4.95 bits a character. */
export const newTypedCode = (length: number): string =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

/** Without spaces, dashes and case. */
export const typedCodeFrom = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
