/** Whether only the machine itself reaches this address: no phone does. */
export function isOwnMachine(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|::1|::)$/i.test(host)
}
