/** Whether only the machine itself reaches this address: no phone does. Names in `.local` are reached by most phones. */
export function isOwnMachine(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|::1?|169\.254(\.\d+){2}|fe[89ab].:.*|host\.docker\.internal)$/i.test(
    host,
  )
}
