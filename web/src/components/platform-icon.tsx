import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandMastodon,
  IconBrandTiktok,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react'

const icons: Readonly<Record<string, TablerIcon>> = {
  facebook: IconBrandFacebook,
  instagram: IconBrandInstagram,
  tiktok: IconBrandTiktok,
  mastodon: IconBrandMastodon,
}

/** By the name of the icon; a globe for others. */
export const PlatformIcon = ({ name }: { name: string }) => {
  const Icon = icons[name.toLowerCase()] ?? IconWorld
  return <Icon size={22} stroke={1.6} aria-hidden />
}
