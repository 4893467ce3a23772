import type { Admin } from '#server/domain/caller.ts'
import { screenNotFound } from '#server/domain/screen.ts'
import type { Deps } from '#server/ports/deps.ts'

/** Its page learns this with the next report and continues unpaired. AppError SCREEN_NOT_FOUND. */
export const deleteScreen = ({ database }: Pick<Deps, 'database'>, _by: Admin, id: number): Promise<void> =>
  database.transaction(async (tx) => {
    if (!(await tx.screens.remove(id))) throw screenNotFound()
  })
