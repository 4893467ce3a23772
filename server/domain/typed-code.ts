import { randomInt } from 'node:crypto'

/** Those that cannot be mistaken for one another. */
export const typedCharacters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** A code that people type, of 4.95 bits a character. */
export const newTypedCode = (length: number): string =>
  Array.from({ length }, () => typedCharacters[randomInt(typedCharacters.length)]).join('')

/** `ABCD-EFGH-JKLM`: for reading and typing. */
export const inGroups = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')

/** Without spaces, dashes and case. */
export const typedCodeFrom = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
