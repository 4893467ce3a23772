import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { ErrorBody } from '#contract/operation/errors.ts'
import { createRemovalRequest, RemovalReason } from '#contract/removal-requests.ts'
import { orThrow } from '#server/domain/errors.ts'
import { type RemovalRequest, removalRequestNotFound, statusOfRequest } from '#server/domain/removal-request.ts'
import { type Html, html } from '#server/domain/text/html.ts'
import { siteUrl } from '#server/http/access/request-host.ts'
import type { Exchange } from '#server/http/route.ts'
import { shownExhibition } from '#server/http/shown-exhibition.ts'
import type { Deps } from '#server/ports/deps.ts'
import { languageLinks, whenIn } from './form-page.ts'
import { type LinkedFrom, pageHeaders, renderPage } from './page.ts'
import { languageOf, placeOf, type TextsIn } from './page-texts.ts'
import { sentenceOf } from './plain-form.ts'

/** Its title, and what it shows. */
type Content = readonly [title: string, content: Html]
type Typed = Readonly<Record<string, string | undefined>>

const option = (value: string, label: string, isChosen: boolean): Html =>
  html`<option value="${value}"${isChosen ? html` selected` : html``}>${label}</option>`

/** With what was typed, and what is wrong with it. */
function form({ t, language, place }: LinkedFrom, typed: Typed, problem?: string): Content {
  const { code, reason, message, contact } = typed
  const { basePath } = place
  const here = {
    ...place,
    form: `${basePath}/removal-requests/plain-form`,
    query: code ? `&code=${encodeURIComponent(code)}` : '',
  }
  return [
    t('removal.pageTitle'),
    html`<h1>${t('removal.title')}</h1>
<p>${t('removal.lead')}</p>
${problem === undefined ? html`` : html`<p role="alert"><strong>${problem}</strong></p>`}
<form method="post" action="${basePath}${createRemovalRequest.url}?language=${language}">
<label>${t('removal.code')}<small>${t('removal.codeHint')}</small>
<input type="text" name="code" value="${code}" maxlength="20" dir="ltr" autocomplete="off" autocapitalize="characters" spellcheck="false"></label>
<label>${t('removal.reason')}<select name="reason">${RemovalReason.enum.map((each) => option(each, t(`removal.${each}`), each === reason))}</select></label>
<label>${t('removal.message')}<small>${t('removal.messageHint')}</small>
<textarea name="message" rows="3" maxlength="${limits.removalMessage}">${message}</textarea></label>
<label>${t('removal.contact')}<small>${t('removal.contactHint')}</small>
<input type="text" name="contact" value="${contact}" maxlength="${limits.removalContact}" autocomplete="email"></label>
<button type="submit">${t('removal.send')}</button>
</form>
${languageLinks({ language, place: here })}`,
  ]
}

interface Asked {
  readonly found: RemovalRequest | undefined
  readonly url: string
  /** As it was sent: what is stored tells whether there is such a photo. */
  readonly code: string
  readonly now: Date
}

function status({ t, language, place }: LinkedFrom, { found, url, code, now }: Asked): Content {
  const form = `${place.basePath}/removal-requests/plain-form?language=${language}`
  const again = html`<p class="no-print"><a href="${form}">${t('removal.again')}</a></p>`
  if (found === undefined) {
    const title = t('removal.unknownTitle')
    return [title, html`<h1>${title}</h1><p>${t('removal.unknownText')}</p>${again}`]
  }
  const { deadline, note } = found
  const state = statusOfRequest(found)
  const open = Date.parse(deadline) < now.getTime() ? 'overdue' : code ? 'sentText' : 'open'
  const title = t(state === 'open' ? 'removal.sentTitle' : 'removal.statusTitle')
  const keep = html`<p>${t('removal.keepLink')}</p><p class="link"><a href="${url}">${url}</a></p>
${code ? html`<p>${t('removal.check', { code })}</p>` : html``}`
  const content = html`<h1>${title}</h1>
<p>${t(`removal.${state === 'open' ? open : state}`, { deadline: whenIn(language, deadline) })}</p>
${note === null ? html`` : html`<p>${t('removal.words')}</p><p class="link" dir="auto">${note}</p>`}
${state === 'open' ? keep : html``}
${again}`
  return [title, content]
}

interface StatusPage {
  readonly Params: { readonly requestId: string }
  readonly Querystring: Typed
}

const statusPath = (requestId: string) => `/removal-requests/${requestId}/plain-form`

const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

// Under the policy of the other pages the browser would send `Origin: null`, which counts as cross-site (D56).
const sameOrigin = { 'referrer-policy': 'same-origin' }
const isPublic = { config: { access: 'public' } } as const

function createPage(deps: Deps, textsIn: TextsIn) {
  return async ({ request, reply }: Exchange, make: (facts: LinkedFrom) => Content) => {
    const main = orThrow(shownExhibition(deps), removalRequestNotFound)
    const place = placeOf(deps, main)
    const language = languageOf(request, place)
    const facts = { t: await textsIn(language, main), language, place }
    const [title, content] = make(facts)
    reply.headers({ ...pageHeaders, 'cache-control': 'no-store' })
    return renderPage({ ...facts, title, content })
  }
}

/** The pages about removal requests for browsers without scripts. Returns what their form needs of its operation. */
export function serveRemovalPages(deps: Deps, http: FastifyInstance, textsIn: TextsIn): Pick<RouteOptions, 'onSend'> {
  const page = createPage(deps, textsIn)
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.url !== createRemovalRequest.url) done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE())
    else done(null, Object.fromEntries(new URLSearchParams(String(body))))
  })
  http.get<{ Querystring: Typed }>('/removal-requests/plain-form', isPublic, (request, reply) =>
    page({ request, reply: reply.headers(sameOrigin) }, (facts) =>
      form(facts, { code: String(request.query.code ?? '') }),
    ),
  )
  http.get<StatusPage>(statusPath(':requestId'), isPublic, async (request, reply) => {
    const { requestId } = request.params
    const found = await deps.database.removalRequests.find(requestId)
    if (found === undefined) reply.code(404)
    const url = `${siteUrl(request, deps.config)}${statusPath(requestId)}`
    const asked = { found, url, code: String(request.query.code ?? ''), now: deps.clock.now() }
    return page({ request, reply }, (facts) => status(facts, asked))
  })
  /** Leads to the status, or back to the form. */
  const onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (!isForm(request) || typeof payload !== 'string') return payload
    const answer: ErrorBody | { readonly success: true; readonly requestId: string } = JSON.parse(payload)
    reply.removeHeader('content-length')
    return page({ request, reply: reply.headers(sameOrigin) }, (facts) => {
      const typed: Typed = { ...Object(request.body) }
      if (!answer.success) return form(facts, typed, problemOf(facts, answer, deps.clock.now()))
      const query = new URLSearchParams({ language: facts.language, code: typed.code ?? '' })
      reply.code(303).header('location', `${facts.place.basePath}${statusPath(answer.requestId)}?${query}`)
      return ['', html``]
    })
  }
  return { onSend }
}

const problemOf = (facts: LinkedFrom, error: ErrorBody, now: Date): string =>
  error.code === 'INVALID_BODY' ? facts.t('removal.missing') : sentenceOf({ ...facts, now }, error)
