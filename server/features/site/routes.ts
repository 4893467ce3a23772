import type { FastifyReply } from 'fastify'
import * as contract from '#contract/site.ts'
import { acceptedLanguages } from '#server/domain/consents/consent-texts.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import { siteOf, textFor } from '#server/domain/settings/site.ts'
import { type Logo, logoIcons } from '#server/domain/settings/stored-settings.ts'
import { placeOf, type TextsIn } from '#server/http/plain-form/page-texts.ts'
import type { Call, Route } from '#server/http/route.ts'
import { shownExhibition } from '#server/http/shown-exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'

interface Shown {
  readonly release: contract.Release
  /** Of the built pages; undefined before they are built. */
  readonly textsIn: TextsIn | undefined
  /** CSS of the pages' font. */
  readonly fontRules: string
}

export function siteRoutes(deps: Deps, route: Route, { release, ...built }: Shown): void {
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

  const viewPage = createOperatorPages(deps, built)
  route(contract.viewImprint, (call) => viewPage('imprint', call))
  route(contract.viewPrivacy, (call) => viewPage('privacy', call))
}

const noFile = () => new AppError('FILE_NOT_FOUND', 'This site has no such picture')

const logoOf = ({ settings }: Pick<Deps, 'settings'>): Logo => orThrow(settings.current.logo, noFile)

// Addresses with a version change with the logo; browsers revalidate those without one.
const sendImage = (reply: FastifyReply, base64: string, type: string) =>
  reply
    .header('cache-control', /[?&]v=/.test(reply.request.url) ? 'public, max-age=31536000, immutable' : 'no-cache')
    .type(type)
    .send(Buffer.from(base64, 'base64'))

function createOperatorPages(deps: Deps, { textsIn, fontRules }: Pick<Shown, 'textsIn' | 'fontRules'>) {
  return async (page: 'imprint' | 'privacy', { query, request, reply }: Call<typeof contract.viewImprint>) => {
    const texts = deps.settings.current[page]
    if (typeof texts === 'string') return reply.redirect(texts, 302)
    const wanted = [query.lang ?? '', ...acceptedLanguages(request.headers['accept-language'] ?? '')]
    const found = texts && textFor(texts, wanted)
    const exhibition = shownExhibition(deps)
    if (!found || !textsIn || !exhibition) throw new AppError('NOT_FOUND', 'Nothing is at this path')
    // An installation without such pages does not load what renders them.
    const { operatorPage, operatorPageHeaders } = await import('./operator-page.ts')
    const shown = { t: await textsIn(found.language, exhibition), place: placeOf(deps, exhibition), fontRules }
    reply.headers(operatorPageHeaders).type('text/html; charset=utf-8')
    return reply.send(operatorPage({ page, ...found, ...shown }))
  }
}
