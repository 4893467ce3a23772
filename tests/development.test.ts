import { createServer } from 'vite'
import { expect, it } from 'vitest'

/** As `npm run dev` serves it: without the service, which writes the operator's settings into the document. */
it('the document of the development server has the default limits', async () => {
  const vite = await createServer({ server: { middlewareMode: true, ws: false }, optimizeDeps: { noDiscovery: true } })
  try {
    const html = await vite.transformIndexHtml('/', '<html lang="en"><head></head><body></body></html>')
    expect(html).toContain('<html data-mb="40" data-days="7" lang="en">')
  } finally {
    await vite.close()
  }
})
