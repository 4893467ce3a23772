import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export interface MailServer extends AsyncDisposable {
  /** Variables that make the service send here. */
  readonly env: Readonly<Record<string, string>>
  readonly password: string
  /** Received mails with their headers. */
  readonly mails: string[]
  /** Received passwords, right or wrong. */
  logins(): number
  /** Status and message instead of accepting the mail. */
  refuse: (mail: string) => { readonly responseCode: number; readonly message: string } | undefined
}

/** A mail server on loopback with TLS from the beginning, or without TLS. */
export async function startMailServer({ tls = true } = {}): Promise<MailServer> {
  const password = 'correct:horse/battery'
  let logins = 0
  const server = new SMTPServer({
    secure: tls,
    disabledCommands: tls ? [] : ['STARTTLS'],
    allowInsecureAuth: !tls,
    logger: false,
    onAuth(auth, _session, done) {
      logins++
      if (auth.username === 'team' && auth.password === password) done(null, { user: 'team' })
      else done(new Error('Invalid username or password'))
    },
    onData(stream, _session, done) {
      void text(stream).then((mail) => {
        const refusal = api.refuse(mail)
        if (refusal !== undefined) return done(Object.assign(new Error(refusal.message), refusal))
        api.mails.push(mail)
        return done()
      })
    },
  })
  // A client that does not trust the certificate hangs up.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const api: MailServer = {
    env: {
      SMTP_URL: `smtp${tls ? 's' : ''}://team:${encodeURIComponent(password)}@127.0.0.1:${port}?tls.rejectUnauthorized=false`,
      MAIL_FROM: 'Workshop <photos@example.org>',
      MAIL_TO: 'ada@example.org, bob@example.org',
    },
    password,
    mails: [],
    logins: () => logins,
    refuse: () => undefined,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(resolve)),
  }
  return api
}
