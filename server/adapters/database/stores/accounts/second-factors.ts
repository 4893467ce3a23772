import type { Insertable, Selectable } from 'kysely'
import type { SecondFactorsTable } from '#server/adapters/database/account-tables.ts'
import { flag, type StoreContext } from '#server/adapters/database/stores/context.ts'
import type {
  Challenge,
  Passkey,
  SecondFactor,
  SecondFactorReads,
  SecondFactorWrites,
  Totp,
} from '#server/ports/accounts/second-factors.ts'

const ofChallenge = (db: StoreContext['db'], digest: string) =>
  db.selectFrom('auth_challenges').where('challenge_digest', '=', digest)

function secondFactorReads({ db }: StoreContext): SecondFactorReads {
  return {
    async ofUser(userId) {
      const rows = await db
        .selectFrom('second_factors')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('id')
        .execute()
      return rows.map(toFactor)
    },

    async inUse(userId) {
      const query = db
        .selectFrom('second_factors')
        .select('id')
        .where('user_id', '=', userId)
        .where('confirmed', '=', 1)
      return (await query.limit(1).executeTakeFirst()) !== undefined
    },

    async recoveryCodes(userId) {
      const rows = await db.selectFrom('recovery_codes').select('code_digest').where('user_id', '=', userId).execute()
      return rows.map((row) => row.code_digest)
    },

    async findChallenge(digest) {
      const row = await ofChallenge(db, digest).selectAll().executeTakeFirst()
      return row && toChallenge(row)
    },
  }
}

function additions({ db }: StoreContext): Pick<SecondFactorWrites, 'addTotp' | 'addPasskey'> {
  const insert = (row: Insertable<SecondFactorsTable>) => db.insertInto('second_factors').values(row).returningAll()
  return {
    async addTotp({ userId, name, sealedSecret, confirmed, lastStep, createdAt }) {
      const added = insert({
        user_id: userId,
        type: 'totp',
        name,
        confirmed: flag(confirmed),
        sealed_secret: sealedSecret,
        last_step: lastStep,
        counter: 0,
        transports: '[]',
        created_at: createdAt,
      })
      return toTotp(await added.executeTakeFirstOrThrow())
    },

    async addPasskey({ userId, name, credentialId, publicKey, counter, transports, createdAt }) {
      const added = insert({
        user_id: userId,
        type: 'passkey',
        name,
        confirmed: 1,
        last_step: 0,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        transports: JSON.stringify(transports),
        created_at: createdAt,
      })
      const row = await added.onConflict((conflict) => conflict.column('credential_id').doNothing()).executeTakeFirst()
      return row && toPasskey(row)
    },
  }
}

function changes({ db }: StoreContext): Pick<SecondFactorWrites, 'useTotp' | 'confirmTotp' | 'usePasskey' | 'rename'> {
  return {
    async rename(id, name) {
      await db.updateTable('second_factors').set({ name }).where('id', '=', id).execute()
    },

    async useTotp(id, { step, at }) {
      const { numUpdatedRows } = await db
        .updateTable('second_factors')
        .set({ last_step: step, last_used_at: at })
        .where('id', '=', id)
        .where('last_step', '<', step)
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows) > 0
    },

    async confirmTotp({ id, userId }) {
      await db
        .deleteFrom('second_factors')
        .where('user_id', '=', userId)
        .where('type', '=', 'totp')
        .where('id', '<>', id)
        .execute()
      await db.updateTable('second_factors').set({ confirmed: 1 }).where('id', '=', id).execute()
    },

    async usePasskey(id, { counter, at }) {
      const { numUpdatedRows } = await db
        .updateTable('second_factors')
        .set({ counter, last_used_at: at })
        .where('id', '=', id)
        // Many authenticators do not count; those that do never go back.
        .where((where) => where.or([where('counter', '<', counter), where('counter', '=', 0)]))
        .executeTakeFirstOrThrow()
      return Number(numUpdatedRows) > 0
    },
  }
}

function removals({ db }: StoreContext): Pick<SecondFactorWrites, 'remove' | 'removeOfUser'> {
  return {
    async remove(id) {
      await db.deleteFrom('second_factors').where('id', '=', id).execute()
    },

    async removeOfUser(userId) {
      for (const table of ['second_factors', 'recovery_codes', 'auth_challenges'] as const) {
        await db.deleteFrom(table).where('user_id', '=', userId).execute()
      }
    },
  }
}

function recoveryCodes({ db }: StoreContext): Pick<SecondFactorWrites, 'replaceRecoveryCodes' | 'useRecoveryCode'> {
  return {
    async replaceRecoveryCodes(userId, digests) {
      await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
      if (digests.length === 0) return
      await db
        .insertInto('recovery_codes')
        .values(digests.map((code_digest) => ({ user_id: userId, code_digest })))
        .execute()
    },

    async useRecoveryCode(userId, digest) {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('user_id', '=', userId)
        .where('code_digest', '=', digest)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows) > 0
    },
  }
}

function challenges({
  db,
}: StoreContext): Pick<SecondFactorWrites, 'addChallenge' | 'takeChallenge' | 'removeChallengesBefore'> {
  return {
    async addChallenge({ digest, purpose, userId, credential, expiresAt }) {
      await db
        .insertInto('auth_challenges')
        .values({ challenge_digest: digest, purpose, user_id: userId, credential, expires_at: expiresAt })
        .execute()
    },

    async takeChallenge(digest) {
      const row = await db
        .deleteFrom('auth_challenges')
        .where('challenge_digest', '=', digest)
        .returningAll()
        .executeTakeFirst()
      return row && toChallenge(row)
    },

    async removeChallengesBefore(time) {
      await db.deleteFrom('auth_challenges').where('expires_at', '<=', time).execute()
    },
  }
}

export const secondFactorStore = (context: StoreContext): SecondFactorWrites => ({
  ...secondFactorReads(context),
  ...additions(context),
  ...changes(context),
  ...removals(context),
  ...recoveryCodes(context),
  ...challenges(context),
})

type Row = Selectable<SecondFactorsTable>

const common = (row: Row) => ({
  id: Number(row.id),
  userId: Number(row.user_id),
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

const toTotp = (row: Row): Totp => ({
  ...common(row),
  type: 'totp',
  sealedSecret: row.sealed_secret ?? '',
  confirmed: row.confirmed === 1,
  lastStep: Number(row.last_step),
})

const toPasskey = (row: Row): Passkey => ({
  ...common(row),
  type: 'passkey',
  credentialId: row.credential_id ?? '',
  publicKey: row.public_key ?? '',
  counter: Number(row.counter),
  transports: JSON.parse(row.transports),
})

const toFactor = (row: Row): SecondFactor => (row.type === 'totp' ? toTotp(row) : toPasskey(row))

const toChallenge = (row: {
  challenge_digest: string
  purpose: Challenge['purpose']
  user_id: number
  credential: string
  expires_at: string
}): Challenge => ({
  digest: row.challenge_digest,
  purpose: row.purpose,
  userId: Number(row.user_id),
  credential: row.credential,
  expiresAt: row.expires_at,
})
