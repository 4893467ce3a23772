interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
  readonly type?: string
}

/** Whether the browser says that the connection is slow or costs by the byte. Safari and Firefox say nothing. */
export function isSlowOrMetered(): boolean {
  const { connection } = navigator as { connection?: Connection }
  if (!connection) return false
  return connection.saveData === true || connection.type === 'cellular' || connection.effectiveType !== '4g'
}
