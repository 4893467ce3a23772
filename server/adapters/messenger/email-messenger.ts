import querystring from 'node:querystring'
import type { SendMailOptions } from 'nodemailer'
import { within } from '#server/concurrency/within.ts'
import type { Delivery, Messenger, Notice } from '#server/ports/notifications/messenger.ts'
import { sendFailure } from './send-failure.ts'

export interface Mail {
  /** `smtp://` or `smtps://`, with the account. */
  readonly url: string
  readonly from: string
  readonly to: string
}

const timeoutMs = 10_000

/** Sends plain text by SMTP. A password is only sent over TLS. */
export function createEmailMessenger({ url, from, to }: Mail): Messenger {
  const { password } = new URL(url)
  const secrets = [password, querystring.unescape(password)]
  return {
    async send(notice) {
      // Loaded with the first message, as the chat's library is.
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(connectionUrl(url))
      try {
        // A server that sends a little now and then keeps every other timeout from ending.
        const sent = await within(timeoutMs + 4_000, transport.sendMail({ from, to, ...mailOf(notice, from) }))
        if (sent === undefined) throw new Error('the mail server did not answer in time')
        return { outcome: 'delivered' }
      } catch (error) {
        return failure(error, secrets)
      } finally {
        transport.close()
      }
    },
  }
}

/** nodemailer reads its settings from the address alone. */
function connectionUrl(url: string): string {
  const address = new URL(url)
  const { searchParams, username } = address
  if (username !== '') searchParams.set('requireTLS', 'true')
  for (const limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout', 'dnsTimeout'])
    searchParams.set(limit, String(timeoutMs))
  return address.href
}

/** The first line is a text of the service; visitors' texts are below. */
function mailOf(notice: Notice, from: string): SendMailOptions {
  const text = withoutLinks(notice)
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    subject: subjectOf(text, notice.siteName),
    text: `${text}\n`,
    date: new Date(notice.createdAt),
    messageId: `<${notice.id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function subjectOf(text: string, siteName: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  return line.startsWith(siteName) ? line : `${siteName}: ${line}`
}

/** Programs turn addresses in a mail into links: `evil.example` in a visitor's text becomes `evil[.]example`. */
function withoutLinks({ text, entities }: Notice): string {
  let plain = ''
  let end = 0
  for (const { offset, length } of entities) {
    plain += text.slice(end, offset)
    end = offset + length
    plain += text.slice(offset, end).replace(/(?<=\S)[.:@](?=\S)/gu, '[$&]')
  }
  return plain + text.slice(end)
}

/** A complaint about the text concerns this message; any other failure concerns every message. */
function failure(error: unknown, secrets: readonly string[]): Delivery {
  const { command, responseCode = 0 }: { command?: string; responseCode?: number } = error ?? {}
  const isRefused = command === 'DATA' && responseCode >= 500
  return { outcome: isRefused ? 'refused' : 'unavailable', reason: sendFailure(error, secrets) }
}
