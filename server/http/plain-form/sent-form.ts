import type { FastifyRequest } from 'fastify'
import { latinDigits } from '#contract/site/languages.ts'
import { eachText, formFields } from '#contract/texts/group-texts.ts'
import type { BodyDigest } from '#server/http/uploads/body-digest.ts'
import { type Part, readParts } from '#server/http/uploads/multipart.ts'
import type { Deps } from '#server/ports/deps.ts'

interface SentForm {
  /** A new key each time the form is shown: sending it twice makes one group. */
  readonly key: string
  readonly language: string | undefined
}

/** The query that the plain form posts with; undefined for every other client of the operation. */
export function sentForm({ query }: FastifyRequest): SentForm | undefined {
  const { form, language }: { form?: unknown; language?: unknown } = query ?? {}
  if (typeof form !== 'string') return undefined
  return { key: form, language: typeof language === 'string' ? language : undefined }
}

function inQuery({ query }: Pick<FastifyRequest, 'query'>, name: string): string | undefined {
  const { [name]: value }: Readonly<Record<string, unknown>> = Object(query)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The slug in the query of the form and of its page. */
export const exhibitionIn = (request: Pick<FastifyRequest, 'query'>) => inQuery(request, 'exhibition')

/** The secret of the staff link in the query of the form: there it is in no log of ours, and an early refusal knows it (D91). */
export const staffLinkIn = (request: Pick<FastifyRequest, 'query'>) => inQuery(request, 'staffLink')

export const platformField = (platformId: number): string => `platform-${platformId}`

const yearFrom = (text: string) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text)

/** The parts of the plain form as a client that knows JSON would send them. */
export async function* readSentForm(deps: Deps, request: FastifyRequest, digest?: BodyDigest): AsyncGenerator<Part> {
  const platforms = (await deps.database.platforms.all()).filter(({ isActive }) => isActive)
  for (const [field, value] of Object.entries({ exhibition: exhibitionIn(request), staffLink: staffLinkIn(request) }))
    if (value !== undefined) yield { kind: 'text', field, value }
  const ticks = ['workshop', 'minors', ...platforms.map(({ platformId }) => platformField(platformId))]
  const texts = new Map<string, string>()
  for await (const part of readParts(request, [...formFields, 'accessCode', 'wording', ...ticks], digest)) {
    if (part.kind === 'file' || part.field === 'accessCode') yield part
    else if (part.value !== '') texts.set(part.field, String(part.value))
  }
  const year = texts.get('year')
  const metadata = {
    ...eachText((name) => texts.get(name)),
    ...(year !== undefined && { year: yearFrom(latinDigits(year.trim())) }),
  }
  yield { kind: 'text', field: 'metadata', value: metadata }
  const consents = {
    workshopConsent: texts.has('workshop'),
    minorsConsent: texts.has('minors'),
    socialMediaConsents: platforms.map(({ platformId }) => platformId).filter((id) => texts.has(platformField(id))),
    language: sentForm(request)?.language,
    wording: texts.get('wording'),
  }
  yield { kind: 'text', field: 'consents', value: consents }
}
