const account = { username: 'bench', password: 'a password of the benchmark' }

/** Sets up the first admin of a service, or logs in if an earlier run has done so; returns the headers of its session. */
export async function adminSession(url: string): Promise<Record<string, string>> {
  const post = (path: string) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
  const first = await post('/auth/setup/initial-admin')
  const answer = first.status === 201 ? first : await post('/auth/login')
  if (!answer.ok) throw new Error(`No session: ${await answer.text()}`)
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  return { cookie, 'x-csrf-token': csrfToken }
}
