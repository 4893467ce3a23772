import { messageOf } from '#server/domain/errors.ts'

const reasonLength = 200

/** A short reason without secrets. */
export function sendFailure(error: unknown, secrets: readonly string[]): string {
  const { cause, code = '' }: { cause?: { message?: string }; code?: string } = error ?? {}
  // Where a name has several addresses, the error that none answered has no words but its code.
  return withoutSecrets(cause?.message || messageOf(error) || code, secrets)
}

/** A server may quote what it was sent. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    .slice(0, reasonLength)
