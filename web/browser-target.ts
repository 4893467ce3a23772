/** The oldest browsers in which the visitors' pages work; older ones get the plain form. */
export const browserTarget = ['safari15.4', 'chrome100', 'firefox115']
