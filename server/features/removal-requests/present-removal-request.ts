import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import type * as contract from '#contract/removal-requests.ts'
import { statusOfRequest } from '#server/domain/removal-request.ts'
import type { ListedRemovalRequest } from '#server/ports/removal-requests.ts'

/** For moderators: without the address. */
export function presentRemovalRequest(listed: ListedRemovalRequest): contract.RemovalRequest {
  const { address: _, redactedAt, previewName, fileName, isHidden, ...request } = listed
  return {
    ...request,
    status: statusOfRequest(request),
    previewPath: previewName === null ? null : previewPath(previewName),
    filePath: fileName === null ? null : originalPath(fileName),
    hidden: isHidden,
    redacted: redactedAt !== null,
  }
}
