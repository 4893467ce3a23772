import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import type { Group } from '#server/domain/group.ts'
import { tellsToken } from '#server/domain/upload-key.ts'
import { presentConsent, presentGroup } from '#server/groups/present-group.ts'
import { siteUrl } from '#server/http/access/request-host.ts'

type UploadDeps = Pick<Deps, 'config' | 'clock' | 'database'>

function managementLink({ config, clock }: UploadDeps, request: FastifyRequest, group: Group) {
  if (!tellsToken(group.uploadDate, clock.now())) return {}
  const { managementToken } = group
  return { managementToken, managementUrl: `${siteUrl(request, config)}/manage/${managementToken}` }
}

/** The answer to an upload of many images. */
export async function presentBatch(deps: UploadDeps, request: FastifyRequest, group: Group) {
  const images = await deps.database.images.ofGroup(group.groupId)
  const consents = await deps.database.consents.ofGroup(group.groupId)
  return {
    success: true as const,
    message: `${images.length} image${images.length === 1 ? '' : 's'} received, awaiting review`,
    ...presentGroup(group, images),
    ...managementLink(deps, request, group),
    socialMediaConsents: consents.map(presentConsent),
  }
}

/** The answer to an upload of one image. */
export async function presentSingle(deps: UploadDeps, request: FastifyRequest, group: Group) {
  const [image] = await deps.database.images.ofGroup(group.groupId)
  const fileName = image?.fileName ?? ''
  const groupName = group.name ?? ''
  const names = { filePath: `/upload/${fileName}`, fileName, groupId: group.groupId, groupName }
  return { ...names, ...managementLink(deps, request, group) }
}
