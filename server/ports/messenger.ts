import type { Message } from '#server/domain/message.ts'

/** What became of a message. Reasons hold no secret. */
export type Delivery =
  | { readonly outcome: 'delivered' }
  /** The service cannot be reached or takes nothing now; no message would pass before `retryAfterMs`, where it says so. */
  | { readonly outcome: 'unavailable'; readonly reason: string; readonly retryAfterMs?: number }
  /** This message is refused; others may pass. */
  | { readonly outcome: 'refused'; readonly reason: string }

/** The chat bot of the moderators (specification, Events; D40). */
export interface Messenger {
  /**
   * Sends one message of 1 to 4096 characters to the configured chat. Ends within 15 seconds and never throws; a
   * message whose answer was lost may have arrived.
   */
  send(message: Message): Promise<Delivery>
}
