import type { Deps } from '#server/deps.ts'
import type { Admin } from '#server/domain/caller.ts'
import { screenNotFound } from '#server/domain/screen.ts'

/** Its page learns of it with the next report and continues unpaired. AppError SCREEN_NOT_FOUND. */
export const deleteScreen = ({ database }: Pick<Deps, 'database'>, _by: Admin, id: number): Promise<void> =>
  database.transaction(async (tx) => {
    if (!(await tx.screens.remove(id))) throw screenNotFound()
  })
