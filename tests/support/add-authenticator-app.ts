import { generate } from 'otplib'
import { ask, type Caller } from './ask.ts'

/** Gives an account a second factor. */
export async function addAuthenticatorApp(account: Caller): Promise<void> {
  const { secret } = await ask(account, 'addTotp')
  await ask(account, 'confirmTotp', { json: { code: await generate({ secret }) } })
}
