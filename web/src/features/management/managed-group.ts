import { queryOptions } from '@tanstack/react-query'
import type { Region } from '#contract/shapes.ts'
import type { TextName } from '#contract/texts/group-texts.ts'
import { isCode } from '#web/api/api-error.ts'
import { type Answer, call, type Input } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'

export type ManagedGroup = Answer<'GET /api/manage/{token}'>['data']
/** With the token of its link. */
export interface OwnGroup {
  readonly token: string
  readonly group: ManagedGroup
}
export type PlatformConsent = ManagedGroup['socialMediaConsents'][number]

/** Loaded once: the number of requests is limited (D19), and every change answers with the group. */
export const managedGroup = (token: string) =>
  queryOptions({
    queryKey: ['managed-group', token],
    queryFn: ({ signal }) => call('GET /api/manage/{token}', { params: { token }, signal }).then(({ data }) => data),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })

/** Shows the group that a change has answered with. */
export const setGroup = (token: string, { group }: { readonly group: ManagedGroup }): void => {
  queryClient.setQueryData(managedGroup(token).queryKey, group)
}

const reloadGroup = (token: string): Promise<void> =>
  queryClient.refetchQueries({ queryKey: managedGroup(token).queryKey }, { throwOnError: true })

// Every change answers with the changed group, which replaces the copy that the page shows.

export const saveTexts = async (token: string, texts: Partial<Record<TextName, string>>): Promise<void> =>
  setGroup(token, await call('PUT /api/manage/{token}/metadata', { params: { token }, body: texts }))

type Descriptions = Input<'PUT /api/manage/{token}/images/descriptions'>['body']['descriptions']

export const saveCaptions = async (token: string, descriptions: Descriptions): Promise<void> => {
  const route = 'PUT /api/manage/{token}/images/descriptions'
  setGroup(token, await call(route, { params: { token }, body: { descriptions } }))
}

export const saveOrder = async (token: string, imageIds: number[]): Promise<void> =>
  setGroup(token, await call('PUT /api/manage/{token}/reorder', { params: { token }, body: { imageIds } }))

/** A missing photo was deleted by an attempt whose answer was lost, or by a moderator. */
export const deleteImage = async (token: string, imageId: number): Promise<void> => {
  const params = { token, imageId }
  try {
    setGroup(token, await call('DELETE /api/manage/{token}/images/{imageId}', { params }))
  } catch (error) {
    if (!isCode(error, 'IMAGE_NOT_FOUND')) throw error
    await reloadGroup(token)
  }
}

/** `platformId`: null is the display in the workshop. */
type ConsentChange = { readonly action: 'revoke' | 'restore'; readonly platformId: number | null }

export const changeConsent = async (token: string, { action, platformId }: ConsentChange): Promise<void> => {
  const workshop = { consentType: 'workshop', action } as const
  const body = platformId === null ? workshop : ({ consentType: 'social_media', platformId, action } as const)
  setGroup(token, await call('PUT /api/manage/{token}/consents', { params: { token }, body }))
}

export const redactImage = async (token: string, imageId: number, regions: Region[]): Promise<void> => {
  const route = 'POST /api/manage/{token}/images/{imageId}/redactions'
  setGroup(token, await call(route, { params: { token, imageId }, body: { regions } }))
}

/** Returns the new token. The old one is unknown after an attempt whose answer was lost. */
export const renewLink = async (token: string, wanted: string): Promise<string> => {
  try {
    await call('POST /api/manage/{token}/renew', { params: { token }, body: { managementToken: wanted } })
  } catch (error) {
    if (!isCode(error, 'GROUP_NOT_FOUND')) throw error
    await queryClient.fetchQuery(managedGroup(wanted))
  }
  return wanted
}

export type Deleted = Awaited<ReturnType<typeof deleteGroup>>

export const deleteGroup = async (token: string) =>
  (await call('DELETE /api/manage/{token}', { params: { token } })).data
