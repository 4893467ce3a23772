import { queryOptions, useQuery } from '@tanstack/react-query'
import { networkError } from '#web/api/api-error.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { site, siteName } from '#web/api/site.ts'
import { i18n } from '#web/i18n/i18n.ts'

interface LiveSite {
  readonly name: string
  readonly logo: string | undefined
}

const attributes = ['languages', 'logo', 'imprint', 'privacy', 'minors', 'device', 'named']
const elements = ['#site-colours', 'link[rel="icon"]', 'link[rel="apple-touch-icon"]']

/** Takes over what the server has written into another document for the settings of the operator. */
function adopt(fresh: Document): LiveSite {
  for (const name of attributes.map((each) => `data-${each}`)) {
    const value = fresh.documentElement.getAttribute(name)
    if (value === null) document.documentElement.removeAttribute(name)
    else document.documentElement.setAttribute(name, value)
  }
  for (const selector of elements) {
    const [old, now] = [document, fresh].map((each) => each.head.querySelector(selector))
    if (old?.outerHTML === now?.outerHTML) continue
    old?.remove()
    if (now) document.head.append(document.importNode(now, true))
  }
  const variables = i18n.options.interpolation?.defaultVariables
  if (variables) variables.site = fresh.title
  return { name: fresh.title, logo: site.logo }
}

/** Name and logo of the site; with the other settings that the server writes into the document, colours and icons take effect on this page. */
export const siteQuery = queryOptions({
  queryKey: ['site'],
  queryFn: async ({ signal }) => {
    const response = await fetch(withBasePath('/admin'), { signal })
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
    // A hotspot answers with its own page.
    if (!response.ok || fresh.getElementById('root') === null) throw networkError()
    return adopt(fresh)
  },
  initialData: (): LiveSite => ({ name: siteName, logo: site.logo }),
  enabled: false,
})

export const useSite = (): LiveSite => useQuery(siteQuery).data

/** Applies the current settings to an open page, also after changes by others. */
export const useLiveSite = (): LiveSite =>
  useQuery({ ...siteQuery, enabled: true, refetchInterval: 60_000, refetchOnWindowFocus: true }).data
