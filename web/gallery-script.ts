import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Adds the script of the gallery, whose pages the server makes (server/features/gallery). */
export const galleryScript = (): Plugin => ({
  name: 'gallery-script',
  apply: 'build',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: join(import.meta.dirname, 'src/features/gallery/lightbox.ts'),
      name: 'web-gallery',
    })
  },
})
