import { byteSize } from '#contract/site/byte-size.ts'

/** For logs, the command line and the API; the pages write them in their language. */
export function formatBytes(bytes: number): string {
  const { value, unit } = byteSize(bytes, ['B', 'KB', 'MB', 'GB'], 2)
  return `${value} ${unit}`
}
