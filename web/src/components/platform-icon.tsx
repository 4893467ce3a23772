import { IconBrandFacebook, IconBrandInstagram, IconBrandTiktok, IconWorld } from '@tabler/icons-react'
import { Suspense } from 'react'
import { lazyPart } from './lazy-part.tsx'

// No platform that is set up by default.
const { Part: MastodonIcon } = lazyPart(() => import('./mastodon-icon.tsx').then((module) => module.MastodonIcon))

const look = { size: 22, stroke: 1.6, 'aria-hidden': true } as const

const icons: Readonly<Record<string, typeof IconWorld | typeof MastodonIcon>> = {
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  mastodon: MastodonIcon,
}

/** By the name of the icon; a globe for others. */
export const PlatformIcon = ({ name }: { name: string }) => {
  const Icon = icons[name.toLowerCase()] ?? IconWorld
  return (
    <Suspense fallback={<IconWorld {...look} />}>
      <Icon {...look} />
    </Suspense>
  )
}
