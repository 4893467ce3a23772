/** Colours of Mantine that no page uses: an eighth of the first visit's styles. */
const unused = /^--mantine-color-(cyan|grape|green|indigo|lime|orange|pink|violet)-/

/** A plugin of PostCSS. */
export const withoutUnusedColours = {
  postcssPlugin: 'without-unused-colours',
  Declaration(declaration: { readonly prop: string; remove(): unknown }): void {
    if (unused.test(declaration.prop)) declaration.remove()
  },
}
