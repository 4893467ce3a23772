interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
  readonly type?: string
}

/** Whether the browser reports a slow or metered connection. Safari and Firefox never do. */
export function isSlowOrMetered(): boolean {
  const { connection }: Navigator & { connection?: Connection } = navigator
  if (!connection) return false
  return connection.saveData === true || connection.type === 'cellular' || connection.effectiveType !== '4g'
}
