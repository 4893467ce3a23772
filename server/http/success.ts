/** The start of the usual success body (specification, Errors). */
export const success = (message: string) => ({ success: true as const, message })
