import type { FastifyReply } from 'fastify'
import type { Operation } from '#contract/operation/operation.ts'
import * as contract from '#contract/site.ts'
import { AppError } from '#server/domain/errors.ts'
import { siteOf } from '#server/domain/settings/site.ts'
import { type Logo, logoIcons } from '#server/domain/settings/stored-settings.ts'
import type { Call, Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { operatorPage, operatorPageHeaders } from './operator-page.ts'

interface Shown {
  readonly release: contract.Release
  /** CSS of the pages' font. */
  readonly fontRules: string
}

export function siteRoutes(route: Route, { release, fontRules }: Shown): void {
  route(contract.getSite, ({ deps, reply }) => {
    reply.header('cache-control', 'no-cache')
    return { ...siteOf(deps.settings.current), ...release }
  })

  route(contract.getSiteLogo, ({ deps, reply }) => {
    const { image, type } = logoOf(deps)
    return sendImage(reply, image, type)
  })

  route(contract.getSiteIcon, ({ deps, params: { name }, reply }) => {
    const icon = logoIcons.find((each) => each === name)
    if (icon === undefined) throw noFile()
    return sendImage(reply, logoOf(deps).icons[icon], 'image/png')
  })

  route(contract.viewImprint, (call) => viewPage('imprint', call, { lang: call.query.lang, fontRules }))
  route(contract.viewPrivacy, (call) => viewPage('privacy', call, { lang: call.query.lang, fontRules }))
}

const noFile = () => new AppError('FILE_NOT_FOUND', 'This site has no such picture')

function logoOf({ settings }: Pick<Deps, 'settings'>): Logo {
  const { logo } = settings.current
  if (logo === undefined) throw noFile()
  return logo
}

// Addresses with a version change with the logo; browsers revalidate those without one.
const sendImage = (reply: FastifyReply, base64: string, type: string) =>
  reply
    .header('cache-control', /[?&]v=/.test(reply.request.url) ? 'public, max-age=31536000, immutable' : 'no-cache')
    .type(type)
    .send(Buffer.from(base64, 'base64'))

function viewPage(
  page: 'imprint' | 'privacy',
  { deps, request, reply }: Pick<Call<Operation>, 'deps' | 'request' | 'reply'>,
  asked: { readonly lang: string | undefined; readonly fontRules: string },
) {
  const { current } = deps.settings
  const texts = current[page]
  if (typeof texts === 'string') return reply.redirect(texts, 302)
  const site = siteOf(current)
  const acceptLanguage = request.headers['accept-language']
  const shown = { page, site, basePath: deps.config.server.basePath, acceptLanguage, ...asked }
  const html = texts && operatorPage({ ...shown, texts })
  if (!html) throw new AppError('NOT_FOUND', 'Nothing is at this path')
  return reply.headers(operatorPageHeaders).type('text/html; charset=utf-8').send(html)
}
