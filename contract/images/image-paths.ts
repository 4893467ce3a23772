/** Where an original is served (specification, Static resources). */
export const originalPath = (fileName: string): string => `/upload/${fileName}`

/** Where a preview is served. */
export const previewPath = (previewName: string): string => `/previews/${previewName}`
