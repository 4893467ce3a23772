interface Factor {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** An authenticator app. */
export interface Totp extends Factor {
  readonly type: 'totp'
  /** As the secret box sealed it. */
  readonly sealedSecret: string
  /** false until a code of it was entered. */
  readonly confirmed: boolean
  /** The step of the last code that was taken: it and older ones are taken no more. */
  readonly lastStep: number
}

/** What a browser said of a passkey that it made. */
export interface PasskeyCredential {
  /** Both base64url. */
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** A key pair whose public half is known here. */
export interface Passkey extends Factor, PasskeyCredential {
  readonly type: 'passkey'
}

export type SecondFactor = Totp | Passkey

/** What is under way between two requests: a login that waits for its second factor, a passkey that is made, or a code for the chat (D92). */
export interface Challenge {
  readonly digest: string
  readonly purpose: 'login' | 'passkey' | 'chat'
  readonly userId: number
  /** Of the password that was right: with another one the challenge has ended. */
  readonly credential: string
  readonly expiresAt: string
}

export interface SecondFactorReads {
  /** In the order in which they were added; a TOTP that is not confirmed too. */
  ofUser(userId: number): Promise<SecondFactor[]>
  /** Whether the user has one that counts. */
  inUse(userId: number): Promise<boolean>
  /** Digests of those that are left. */
  recoveryCodes(userId: number): Promise<string[]>
  findChallenge(digest: string): Promise<Challenge | undefined>
}

export interface SecondFactorWrites extends SecondFactorReads {
  addTotp(factor: Omit<Totp, 'id' | 'type' | 'lastUsedAt'>): Promise<Totp>
  /** undefined when the credential is known already. */
  addPasskey(factor: Omit<Passkey, 'id' | 'type' | 'lastUsedAt'>): Promise<Passkey | undefined>
  /** false when a code of this step or a later one was taken, or the factor is gone. */
  useTotp(id: number, use: { step: number; at: string }): Promise<boolean>
  /** Confirms one and removes the others of its user. */
  confirmTotp(factor: Pick<Totp, 'id' | 'userId'>): Promise<void>
  /** false when the counter went backwards, or the factor is gone. */
  usePasskey(id: number, use: { counter: number; at: string }): Promise<boolean>
  rename(id: number, name: string): Promise<void>
  remove(id: number): Promise<void>
  /** Also the recovery codes and challenges. */
  removeOfUser(userId: number): Promise<void>
  replaceRecoveryCodes(userId: number, digests: readonly string[]): Promise<void>
  /** false when there is no such code; it is gone afterwards. */
  useRecoveryCode(userId: number, digest: string): Promise<boolean>
  addChallenge(challenge: Challenge): Promise<void>
  /** undefined when it is used or unknown. Of several concurrent calls one gets it. */
  takeChallenge(digest: string): Promise<Challenge | undefined>
  /** Removes the user's challenges for this purpose. */
  removeChallenges(of: Pick<Challenge, 'userId' | 'purpose'>): Promise<void>
  removeChallengesBefore(time: string): Promise<void>
}
