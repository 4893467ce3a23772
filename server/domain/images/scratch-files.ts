const endings = ['.end', '.icc', '.new'] as const

/** What the previewer writes beside a file for a moment. Its process may be killed before it removes that. */
export const scratchOf = (path: string, ending: (typeof endings)[number]): string => `${path}${ending}`
export const allScratchOf = (path: string): string[] => endings.map((ending) => scratchOf(path, ending))
