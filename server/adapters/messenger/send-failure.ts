const reasonLength = 200

/** A short reason without secrets. */
export function sendFailure(error: Error, secrets: readonly string[]): string {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  return withoutSecrets(cause?.code ?? cause?.message ?? error.message, secrets)
}

/** A server may quote what it was sent. */
export const withoutSecrets = (text: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret !== '')
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
    .slice(0, reasonLength)
