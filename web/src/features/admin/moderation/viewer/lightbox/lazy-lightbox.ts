import { lazyPart } from '#web/components/lazy-part.tsx'

export const { Part: LazyLightbox } = lazyPart(() => import('./lightbox.tsx').then((module) => module.Lightbox))
