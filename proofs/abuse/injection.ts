import { parse } from 'csv-parse/sync'
import { makeImage } from '#tests/support/images/make-image.ts'
import { batchForm } from '#tests/support/upload.ts'
import type { Attack } from './attack.ts'
import { ask, makeChecks } from './checks.ts'
import { exchange, requestBytes } from './exchange.ts'
import { hostileTexts } from './hostile.ts'

const controls = /[\p{Cc}\u2028\u2029]/u

/** Texts that a spreadsheet or terminal would run, or that mislead readers of logs. */
export const inject: Attack = {
  share: 0,
  async run({ target, world }) {
    const texts = hostileTexts.filter((text) => text.trim() !== '' && text.length <= 90)
    const image = await makeImage()
    const unprintable: string[] = []
    target.log.watch = (line) => {
      if (controls.test(line)) unprintable.push(JSON.stringify(line))
    }
    for (const text of texts) {
      const metadata = { name: text, title: text, description: text }
      const body = await batchForm({
        files: [{ name: text.replaceAll(/[\r\n]/g, ' '), bytes: image }],
        parts: { metadata },
      })
      await ask(`${target.url}/api/upload/batch`, { method: 'POST', body })
      const notAnImage = await batchForm({
        files: [{ name: text.replaceAll(/[\r\n]/g, ' '), bytes: Buffer.from('x') }],
      })
      await ask(`${target.url}/api/upload/batch`, { method: 'POST', body: notAnImage })
    }
    const rawBytes = Buffer.from(Array.from({ length: 0x80 }, (_, byte) => byte + 0x80)).toString('latin1')
    for (const path of [`/x${rawBytes}`, `/manage/%0d%0a%1b[31m`, `/api/manage/\u009b31m`, `/a?x=\u0085`]) {
      const headers = [['user-agent', `u\u009b31m${rawBytes}\t=1+1`]] as const
      await exchange(target.port, requestBytes({ target: path, headers })).catch(() => undefined)
    }

    const headers = { ...world.admin() }
    const ledger = await makeChecks('formulas, line breaks and escapes in texts', {
      'cells that a spreadsheet runs': async () => {
        const { body } = await ask(`${target.url}/api/admin/consents/export?format=csv`, { headers })
        const rows = parse(body, { bom: true, relax_column_count: false }) as string[][]
        if (rows.length < texts.length / 2) return `${rows.length} rows for ${texts.length} groups`
        return rows.flat().find((cell) => /^[=+\-@\t\r]/.test(cell) || /[;\n\r][=+\-@]/.test(cell))
      },
      'names of downloads and headers': async () => {
        const said = await ask(`${target.url}/api/admin/consents/export?format=csv`, { headers })
        return [...said.headers].map(([name, value]) => `${name}: ${value}`).find((line) => controls.test(line))
      },
      'the audit log': async () => {
        const { body } = await ask(`${target.url}/api/admin/management-audit?limit=1000`, { headers })
        const logs = body.logs as Record<string, unknown>[]
        const kept = logs.flatMap(({ user_agent, source_host, error_message, management_token }) => [
          user_agent,
          source_host,
          error_message,
          management_token,
        ])
        return kept.map(String).find((text) => controls.test(text))
      },
      'lines of the log': async () => firstBroken(target.log.broken, unprintable),
    })
    target.log.watch = undefined
    ledger.note(`${texts.length} texts, ${target.log.lines} lines of log`)
    return [ledger.line()]
  },
}

const firstBroken = (...lists: readonly (readonly string[])[]): string | undefined => lists.flat()[0]?.slice(0, 300)
