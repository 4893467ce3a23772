import type { Page } from 'playwright-core'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type OwnedGroup, owner } from '#tests/support/manage.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

export interface HungGroup {
  readonly title: string | null
  readonly name?: string
  readonly description?: string
  readonly year?: number
  readonly captions?: readonly string[]
  /** Higher than wide. */
  readonly upright?: boolean
}

/** A published group with a photo for each caption. */
export async function hangGroup(
  app: TestApp,
  { captions = [''], upright = false, ...metadata }: HungGroup,
): Promise<Pick<OwnedGroup, 'groupId' | 'owner'>> {
  const bytes = await makeImage(upright ? { width: 900, height: 1200 } : { width: 1200, height: 900 })
  const files = captions.map((_, i) => ({ name: `${i}.jpg`, bytes }))
  const descriptions = captions.map((description, i) => ({ fileName: `${i}.jpg`, description }))
  const { groupId, managementToken } = await uploadGroup(app, { files, parts: { metadata, descriptions } })
  await publish(app, groupId)
  return { groupId, owner: owner(app, managementToken) }
}

/** The pixel in the middle of the photo on top. */
export const isDrawn = (page: Page) =>
  page.evaluate(`(() => {
    const canvas = [...document.querySelectorAll('[role=img] canvas')].at(-1)
    return canvas !== undefined && canvas.width > 600 && canvas.getBoundingClientRect().width > 600
  })()`)
