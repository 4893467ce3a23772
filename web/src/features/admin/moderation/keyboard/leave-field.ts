/**
 * Ends the typing: the keys are those of the page or dialog again, which gets the focus. A field that only lost it would get
 * it back with the next change of the page.
 */
export const leaveField = (field: Element): void =>
  field.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
