import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { thorough } from '#tests/e2e/states/variants.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { adminPages } from '#tests/support/pages/admin-pages.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'

let bot: BotApi
beforeAll(async () => {
  bot = await startBotApi()
})
afterAll(() => bot[Symbol.asyncDispose]())
const { app, visit } = adminPages(() => ({ MESSENGER_API_ROOT: bot.env.MESSENGER_API_ROOT ?? '' }))

const textsOf = (language: 'de' | 'en') =>
  JSON.parse(readFileSync(`web/src/features/admin/texts/${language}.json`, 'utf8'))

describe('the settings tab of notifications', () => {
  const inLocales = [
    ['de-DE', 'de', 'Token des Bots', 'ID des Chats'],
    ['en-US', 'en', 'Token of the bot', 'ID of the chat'],
    ['ar', 'en', 'Token of the bot', 'ID of the chat'],
  ] as const
  // admin-locales.test.ts opens the tab in each locale.
  it.each(thorough ? inLocales : inLocales.slice(0, 1))(
    'saves and tests Telegram with one button, in %s',
    async (locale, language, token, chat) => {
      const { messengerTest, settings } = textsOf(language)
      const session = await loginAsAdmin(app())
      const page = await visit({ path: '/admin/settings?tab=notifications', session, locale })
      const telegram = page.locator('section', { has: page.getByRole('heading', { name: 'Telegram' }) })
      await telegram.getByText(messengerTest.incomplete).waitFor()
      expect(await telegram.getByRole('button', { name: messengerTest.send }).isDisabled()).toBe(true)
      await telegram.getByLabel(token, { exact: true }).fill(bot.token)
      await telegram.getByLabel(chat).fill('-100200300')

      bot.refuse = () => ({ error_code: 400, description: 'Bad Request: chat not found' })
      await telegram.getByRole('button', { name: messengerTest.saveAndSend }).click()
      await telegram.getByText('400 Bad Request: chat not found', { exact: false }).waitFor()
      await telegram.getByText(messengerTest.answers.chat).waitFor()
      bot.refuse = () => undefined
      await telegram.getByRole('button', { name: messengerTest.send }).click()
      await telegram.getByText(messengerTest.answers.delivered).waitFor()

      await page.reload()
      const field = telegram.getByLabel(token, { exact: true })
      expect([await field.inputValue(), await field.getAttribute('placeholder')]).toEqual(['', settings.secretSet])
      expect(await page.content()).not.toContain(bot.token)
      await field.fill('x')
      await field.fill('')
      const remove = settings.removeSecret.replace('{{field}}', token)
      await telegram.getByRole('button', { name: remove }).click()
      await page.getByRole('button', { name: settings.save, exact: true }).click()
      await telegram.getByText(messengerTest.missing.replace('{{fields}}', token)).waitFor()
      await ask(session, 'updateSettings', { json: { messengerChatId: null } })
    },
  )

  it('says which field is wrong, and makes a secret for the webhook', async () => {
    const page = await visit({
      path: '/admin/settings?tab=notifications',
      session: await loginAsAdmin(app()),
      locale: 'de-DE',
    })
    const webhook = page.locator('section', { has: page.getByRole('heading', { name: 'Webhook' }) })
    await webhook.getByRole('button', { name: 'Neuen Schlüssel erzeugen' }).click()
    await webhook.getByLabel('Adresse des Webhooks').fill('http://192.168.1.5/')
    await webhook.getByRole('button', { name: 'Speichern und Testnachricht senden' }).click()
    await webhook.getByText('Adresse des Webhooks: Dieser Wert ist nicht möglich.').waitFor()
    const secret = webhook.getByLabel('Signaturschlüssel', { exact: true })
    expect(await secret.inputValue()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  })
})
