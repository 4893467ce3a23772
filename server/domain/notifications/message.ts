/** A part of a message in UTF-16 units, as the Bot API counts. */
interface Entity {
  readonly type: 'code'
  readonly offset: number
  readonly length: number
}

/** The text of a message for the chat bot. Messengers do not turn `code` into links, mentions or commands. */
export interface Message {
  readonly text: string
  readonly entities: readonly Entity[]
}

/** Marks the beginning and the end. Visitors' texts have no control characters, so none contains it. */
const mark = '\u0001'

/** Letters and short numbers alone are no address, mention, hashtag, command or telephone number. */
const harmless = /^(?!.*\d{5})[\p{L}\p{M}\p{N} ,!?'’&()–…-]*$/u

/** Marks a text of a visitor, so that nothing in it becomes a link. */
export const withoutLinks = (text: string): string => (harmless.test(text) ? text : `${mark}${text}${mark}`)

/** Turns marks into entities; truncates a text that is too long. */
export function toMessage(marked: string, maxLength: number): Message {
  const entities: Entity[] = []
  let text = ''
  for (const [index, piece] of marked.split(mark).entries()) {
    const kept = piece.slice(0, maxLength - text.length)
    if (index % 2 === 1 && kept !== '') entities.push({ type: 'code', offset: text.length, length: kept.length })
    text += kept
  }
  return { text, entities }
}

/** What the messengers are tried with. */
export const testTexts = {
  de: (siteName: string) => `${siteName}: Testnachricht. Die Benachrichtigung funktioniert.`,
  en: (siteName: string) => `${siteName}: test message. Notifications work.`,
} as const satisfies Record<'de' | 'en', (siteName: string) => string>
