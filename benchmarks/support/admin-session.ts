/** Sets up the first admin of a service; answers the headers of its session. */
export async function adminSession(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/auth/setup/initial-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bench', password: 'a password of the benchmark' }),
  })
  if (answer.status !== 201) throw new Error(`No session: ${await answer.text()}`)
  const { csrfToken } = (await answer.json()) as { csrfToken: string }
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  return { cookie, 'x-csrf-token': csrfToken }
}
