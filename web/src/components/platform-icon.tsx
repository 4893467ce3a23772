import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandMastodon,
  IconBrandTiktok,
  IconWorld,
} from '@tabler/icons-react'

const icons = {
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  mastodon: IconBrandMastodon,
}

/** The sign of a platform by its name; a globe for one we have no sign of. */
export const PlatformIcon = ({ name }: { name: string }) => {
  const key = name.toLowerCase()
  const Icon = key in icons ? icons[key as keyof typeof icons] : IconWorld
  return <Icon size={22} stroke={1.6} aria-hidden="true" />
}
