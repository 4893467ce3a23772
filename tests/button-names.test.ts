import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const folder = new URL('../web/src/features/management/texts/', import.meta.url)
const languages = readdirSync(folder).filter((name) => name.endsWith('.json'))

describe('the name of the redaction button', () => {
  it.each(languages)('contains its visible text, for voice control (%s)', (name) => {
    const { redact } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
    expect(redact.of.toLowerCase()).toContain(redact.button.toLowerCase())
  })
})
