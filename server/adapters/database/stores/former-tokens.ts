import type { FormerTokenWrites } from '#server/ports/former-tokens.ts'
import type { StoreContext } from './context.ts'

export function formerTokenStore({ db }: StoreContext): FormerTokenWrites {
  return {
    async has(tokenDigest) {
      const row = await db
        .selectFrom('former_tokens')
        .select('token_digest')
        .where('token_digest', '=', tokenDigest)
        .executeTakeFirst()
      return row !== undefined
    },

    async add(tokenDigest, endedAt) {
      await db
        .insertInto('former_tokens')
        .values({ token_digest: tokenDigest, ended_at: endedAt })
        .onConflict((conflict) => conflict.column('token_digest').doUpdateSet({ ended_at: endedAt }))
        .execute()
    },

    async removeBefore(time) {
      const result = await db.deleteFrom('former_tokens').where('ended_at', '<', time).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}
