/** Which account a user of the chat decides for. */
export interface ChatBinding {
  readonly userId: number
  /** The Bot API's number of the chat user. */
  readonly chatUserId: string
  /** The chat user's name in Telegram, for the account page. */
  readonly name: string
  /** ISO 8601. */
  readonly boundAt: string
}

/** A group as the message with the buttons had it, without its texts. */
export interface SeenGroup {
  readonly revision: string
  readonly isApproved: boolean
  /** Ids of the shown images, in their order. */
  readonly images: readonly number[]
  /** Digests. */
  readonly texts: string
  readonly captions: string
  /** The note to the owner and the served names: a withdrawal, a consent, a move or an end replaces the names (D47). */
  readonly decisions: string
}

/** The outcome of a message; `changed`: a newer one replaced it. */
export type ChatOutcome = 'approved' | 'hidden' | 'changed' | 'gone'

/** A message with buttons, which name it by its key. */
export interface ChatMessage {
  readonly messageKey: string
  readonly groupId: string
  readonly seen: SeenGroup
  /** null while its buttons have an effect. */
  readonly outcome: ChatOutcome | null
  /** Name of the account; null when the decision was made elsewhere. */
  readonly decidedBy: string | null
}

/** A preview in a chat, by the name it was served under when it was sent. */
export interface ChatPhoto {
  readonly chatId: string
  readonly previewName: string
  readonly imageId: number
  /** null: not sent yet, or the answer was lost. */
  readonly messageId: number | null
  /** Attempts to send it whose result is unknown: the chat may have a copy that cannot be deleted from here. */
  readonly unanswered: number
}
export type NewChatPhoto = Pick<ChatPhoto, 'chatId' | 'previewName' | 'imageId'>

export interface ChatReads {
  bindingOfUser(userId: number): Promise<ChatBinding | undefined>
  /**
   * Photos in the chat that are no longer served under the name they had: hidden, deleted, redacted, unapproved or without
   * consent (D47).
   */
  withdrawnPhotos(limit: number): Promise<ChatPhoto[]>
}

/** What the chat of the team knows and shows (D92). */
export interface ChatWrites extends ChatReads {
  bindingOf(chatUserId: string): Promise<ChatBinding | undefined>
  /** Replaces earlier bindings of the account and of the chat user. */
  bind(binding: ChatBinding): Promise<void>
  /** false when there was none. */
  unbind(userId: number): Promise<boolean>
  unbindAll(): Promise<void>
  /** Also forgets the messages of groups that are gone. */
  addMessage(message: Pick<ChatMessage, 'messageKey' | 'groupId' | 'seen'>): Promise<void>
  findMessage(messageKey: string): Promise<ChatMessage | undefined>
  closeMessage(messageKey: string, result: Pick<ChatMessage, 'outcome' | 'decidedBy'>): Promise<void>
  /** Records an attempt before it is made. */
  tryPhotos(photos: readonly NewChatPhoto[]): Promise<void>
  /** Records the result of an attempt: the messages in the order of the photos, none when they were refused. */
  photosAnswered(photos: readonly NewChatPhoto[], messageIds: readonly number[]): Promise<void>
  removePhotos(photos: readonly NewChatPhoto[]): Promise<void>
}
