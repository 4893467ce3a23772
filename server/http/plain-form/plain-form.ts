import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TFunction } from 'i18next'
import type { ErrorBody } from '#contract/operation/errors.ts'
import { timeZone } from '#contract/site/time-zone.ts'
import { type Exhibition, mainExhibitionId, offersPlatform } from '#server/domain/exhibition.ts'
import { type Html, html } from '#server/domain/text/html.ts'
import { openStaffDoor, type StaffDoor } from '#server/http/access/staff-link-access.ts'
import { shownExhibition } from '#server/http/shown-exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'
import { renderForm, renderGone } from './form-page.ts'
import { type LinkedFrom, pageHeaders, renderPage } from './page.ts'
import { languageOf, placeOf, type TextsIn } from './page-texts.ts'
import { exhibitionIn, sentForm, staffLinkIn } from './sent-form.ts'

/**
 * The place that a request is about: the exhibition of the staff link, else that of the query; that of `main` where it is
 * unknown or has ended.
 */
function askedPlace(
  deps: Deps,
  request: FastifyRequest,
  staff: { readonly slug?: string; readonly secret?: string | undefined } = {},
) {
  const slug = staff.slug ?? exhibitionIn(request)
  const found = shownExhibition(deps, slug)
  const exhibition = found ?? (deps.exhibitions.withId(mainExhibitionId) as Exhibition)
  const place = placeOf(deps, exhibition, found && staff.secret)
  const gone = found ? undefined : { query: `&exhibition=${encodeURIComponent(slug ?? '')}` }
  return { gone, exhibition, place, language: languageOf(request, place) }
}

/** Answers with the form (of a staff link at its address), or with a page that says why there is none. */
function createFormPages(deps: Deps, textsIn: TextsIn) {
  const { clock, database, settings } = deps
  return async (request: FastifyRequest, reply: FastifyReply, staff?: StaffDoor | 'invalid') => {
    const door = staff === 'invalid' ? undefined : staff
    const { gone, exhibition, place, language } = askedPlace(deps, request, door)
    const t = await textsIn(language, exhibition)
    // Under the policy of the other pages the browser sends `Origin: null`, which counts as cross-site (D56). The address
    // of a staff link contains its secret: only the origin is sent.
    const referrerPolicy = staff ? 'strict-origin' : 'same-origin'
    reply.headers({
      ...pageHeaders,
      'referrer-policy': referrerPolicy,
      'cache-control': staff ? 'no-store' : 'no-cache',
    })
    if (staff === 'invalid') {
      const here = { form: '', query: '&staffLink=-' }
      return reply.code(404).send(renderGone({ t, language, place }, 'staffLink', here))
    }
    if (gone) return reply.code(404).send(renderGone({ t, language, place }, 'exhibition', gone))
    const platforms = (await database.platforms.all()).filter(
      (each) => each.isActive && offersPlatform(exhibition, each),
    )
    const { maxFileSizeMb } = settings.current
    return renderForm({ t, language, platforms, maxFileSizeMb, place, staff: door, now: clock.now() })
  }
}

export interface PlainForm {
  /** Registers the page with the form. */
  serve(http: FastifyInstance): void
  /** Hook of the operation that the form posts to: turns each answer to the form into a page, early refusals included. */
  answer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>
}

/** The upload page for browsers without scripts, or too old for those of the pages. */
export function createPlainForm(deps: Deps, textsIn: TextsIn): PlainForm {
  const { clock, settings } = deps
  const show = createFormPages(deps, textsIn)
  return {
    serve(http) {
      const isPublic = { config: { access: 'public' } } as const
      http.get('/plain-form', isPublic, (request, reply) =>
        show(request, reply, staffLinkIn(request) ? 'invalid' : undefined),
      )
      http.get('/s/:token/plain-form', isPublic, async (request, reply) =>
        show(request, reply, (await openStaffDoor(deps, request)) ?? 'invalid'),
      )
    },
    async answer(request, reply, payload) {
      if (sentForm(request) === undefined || typeof payload !== 'string') return payload
      const { gone, exhibition, place, language } = askedPlace(deps, request, { secret: staffLinkIn(request) })
      const formUrl = `${place.form}?language=${language}${place.query}`
      const t = await textsIn(language, exhibition)
      const retentionDays = settings.current.cleanupRetentionDays
      const facts = { t, language, place, formUrl, retentionDays, now: clock.now() }
      reply.headers({ ...pageHeaders, 'cache-control': 'no-store' }).removeHeader('content-length')
      const answer: Answer = JSON.parse(payload)
      return gone && !answer.success ? renderGone(facts, 'exhibition', gone) : renderAnswer(facts, answer)
    },
  }
}

interface Received {
  readonly success: true
  readonly imageCount: number
  readonly managementUrl?: string
  readonly isApproved?: boolean
}
/** The operation's answer to other clients. */
type Answer = Received | ErrorBody

interface AnswerFacts extends LinkedFrom {
  readonly formUrl: string
  readonly retentionDays: number
  readonly now: Date
}

const linkPart = (t: TFunction, url: string | undefined): Html =>
  url === undefined
    ? html``
    : html`<h2>${t('done.linkTitle')}</h2>
<p>${t('done.linkText')}</p>
<p class="link"><a href="${url}">${url}</a></p>
<p>${t('done.linkWarning')} ${t('plainForm.keepLink')}</p>`

const received = (
  { t, retentionDays, formUrl }: AnswerFacts,
  { imageCount, managementUrl, isApproved }: Received,
): Html => html`
<h1>${t('done.title', { count: imageCount })}</h1>
<p>${isApproved ? t('done.approved') : t('done.next', { count: retentionDays })}</p>
${linkPart(t, managementUrl)}
<p class="no-print"><a href="${formUrl}">${t('done.more')}</a></p>`

/** The pages' sentence (web/src/i18n/error-sentence.ts); the time is the workshop's, since the browser's is unknown. */
export function sentenceOf(
  { t, language, now }: Pick<AnswerFacts, 't' | 'language' | 'now'>,
  { code, message, details = {} }: ErrorBody,
): string {
  const sentence = t(`errors.${code}`, { defaultValue: message })
  const { fileName, file = fileName, retryAfter }: Record<string, unknown> = { ...details }
  const named = typeof file === 'string' ? t('errors.file', { file, sentence }) : sentence
  if (code !== 'RATE_LIMITED' || typeof retryAfter !== 'number') return named
  const at = new Date(now.getTime() + retryAfter * 1_000 + 59_999)
  const time = at.toLocaleString(language, { timeZone, weekday: 'long', hour: 'numeric', minute: '2-digit' })
  return `${named} ${t('errors.retryAfter', { time })}`
}

const refused = (facts: AnswerFacts, error: ErrorBody): Html => html`
<h1>${facts.t('sending.failed')}</h1>
<p>${sentenceOf(facts, error)}</p>
<p>${facts.t('plainForm.again')}</p>
<p><a href="${facts.formUrl}">${facts.t('plainForm.back')}</a></p>`

/** The answer to the plain form as a page. */
const renderAnswer = (facts: AnswerFacts, answer: Answer): string =>
  renderPage({
    ...facts,
    title: answer.success ? facts.t('done.title', { count: answer.imageCount }) : facts.t('sending.failed'),
    content: answer.success ? received(facts, answer) : refused(facts, answer),
  })
