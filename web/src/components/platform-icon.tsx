import { IconBrandFacebook, IconBrandInstagram, IconBrandTiktok, IconWorld } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'

// None of the platforms that are there from the start.
const { Part: MastodonIcon } = lazyPart(() => import('./mastodon-icon.tsx').then((module) => module.MastodonIcon))

const look = { size: 22, stroke: 1.6, 'aria-hidden': true } as const

const icons = {
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  mastodon: MastodonIcon,
}

/** The sign of a platform by its name; a globe for one we have no sign of. */
export const PlatformIcon = ({ name }: { name: string }) => {
  const key = name.toLowerCase()
  const Icon = key in icons ? icons[key as keyof typeof icons] : IconWorld
  return (
    <Suspense fallback={<IconWorld {...look} />}>
      <Icon {...look} />
    </Suspense>
  )
}
