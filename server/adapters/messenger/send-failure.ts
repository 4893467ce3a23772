import { messageOf } from '#server/domain/errors.ts'

const reasonLength = 200

/** A short reason without secrets. */
export function sendFailure(error: unknown, secrets: readonly string[]): string {
  const { cause }: { cause?: { code?: string; message?: string } } = error ?? {}
  return withoutSecrets(cause?.code ?? cause?.message ?? messageOf(error), secrets)
}

/** A server may quote what it was sent. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    .slice(0, reasonLength)
