export { IconBrandMastodon as MastodonIcon } from '@tabler/icons-react'
