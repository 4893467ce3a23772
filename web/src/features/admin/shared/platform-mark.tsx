import { useQuery } from '@tanstack/react-query'
import { PlatformIcon } from '#web/components/platform-icon.tsx'
import { allPlatforms } from './queries.ts'

/** The icon chosen for the platform; until it is known, the one of its name. */
export const PlatformMark = ({ platformId, platformName }: { platformId: number; platformName: string }) => {
  const { data } = useQuery(allPlatforms)
  const platform = data?.find((each) => each.platform_id === platformId)
  return <PlatformIcon name={platform?.icon_name ?? platformName} />
}
