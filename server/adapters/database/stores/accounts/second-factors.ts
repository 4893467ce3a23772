import type { Insertable } from 'kysely'
import { toColumns } from '#server/adapters/database/columns.ts'
import {
  all,
  deletedRows,
  exists,
  first,
  run,
  type StoreContext,
  updatedRows,
} from '#server/adapters/database/stores/queries.ts'
import type { Row, Tables } from '#server/adapters/database/tables.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type {
  Challenge,
  Passkey,
  SecondFactor,
  SecondFactorWrites,
  Totp,
} from '#server/ports/accounts/second-factors.ts'

const factorInsert =
  ({ db }: StoreContext) =>
  (row: Insertable<Tables['second_factors']>) =>
    db
      .insertInto('second_factors')
      .values(row)
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returningAll()

function factors(context: StoreContext) {
  const { db } = context
  const ofUser = (userId: number) => db.selectFrom('second_factors').selectAll().where('user_id', '=', userId)
  const change = (id: number) => db.updateTable('second_factors').where('id', '=', id)
  const insert = factorInsert(context)
  return {
    ofUser: (userId) => all(ofUser(userId).orderBy('id'), toFactor),
    inUse: (userId) => exists(ofUser(userId).where('confirmed', '=', 1).limit(1)),

    async addTotp(factor) {
      const added = insert({ type: 'totp', ...toColumns(factor), counter: 0, transports: '[]' })
      return toTotp(await added.executeTakeFirstOrThrow())
    },

    addPasskey: (factor) =>
      first(insert({ type: 'passkey', ...toColumns(factor), confirmed: 1, last_step: 0 }), toPasskey),

    rename: (id, name) => run(change(id).set({ name })),

    async useTotp(id, { step, at }) {
      const unused = change(id).where('last_step', '<', step)
      return (await updatedRows(unused.set({ last_step: step, last_used_at: at }))) > 0
    },

    async confirmTotp({ id, userId }) {
      const others = db.deleteFrom('second_factors').where('user_id', '=', userId).where('id', '<>', id)
      await others.where('type', '=', 'totp').execute()
      await change(id).set({ confirmed: 1 }).execute()
    },

    async usePasskey(id, { counter, at }) {
      // Many authenticators do not count; those that do never go back.
      const earlier = change(id).where((where) => where.or([where('counter', '<', counter), where('counter', '=', 0)]))
      return (await updatedRows(earlier.set({ counter, last_used_at: at }))) > 0
    },

    remove: (id) => run(db.deleteFrom('second_factors').where('id', '=', id)),
  } satisfies Partial<SecondFactorWrites>
}

function codesAndChallenges({ db }: StoreContext) {
  const codes = (userId: number) => db.deleteFrom('recovery_codes').where('user_id', '=', userId)
  return {
    async removeOfUser(userId) {
      for (const table of ['second_factors', 'recovery_codes', 'auth_challenges'] as const) {
        await db.deleteFrom(table).where('user_id', '=', userId).execute()
      }
    },

    recoveryCodes(userId) {
      const rows = db.selectFrom('recovery_codes').select('code_digest').where('user_id', '=', userId)
      return all(rows, (row) => row.code_digest)
    },

    async replaceRecoveryCodes(userId, digests) {
      await codes(userId).execute()
      const rows = digests.map((code_digest) => ({ user_id: userId, code_digest }))
      if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute()
    },

    useRecoveryCode: async (userId, digest) => (await deletedRows(codes(userId).where('code_digest', '=', digest))) > 0,

    findChallenge: (digest) =>
      first(db.selectFrom('auth_challenges').selectAll().where('challenge_digest', '=', digest), toChallenge),

    addChallenge: ({ digest, ...challenge }) =>
      run(db.insertInto('auth_challenges').values({ challenge_digest: digest, ...toColumns(challenge) })),

    takeChallenge: (digest) =>
      first(db.deleteFrom('auth_challenges').where('challenge_digest', '=', digest).returningAll(), toChallenge),

    removeChallenges: ({ userId, purpose }) =>
      run(db.deleteFrom('auth_challenges').where('user_id', '=', userId).where('purpose', '=', purpose)),

    removeChallengesBefore: (time) => run(db.deleteFrom('auth_challenges').where('expires_at', '<=', time)),
  } satisfies Partial<SecondFactorWrites>
}

export const secondFactorStore = (context: StoreContext): SecondFactorWrites => ({
  ...factors(context),
  ...codesAndChallenges(context),
})

type FactorRow = Row<'second_factors'>

const common = (row: FactorRow) => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

const toTotp = (row: FactorRow): Totp => ({
  ...common(row),
  type: 'totp',
  sealedSecret: row.sealed_secret ?? '',
  confirmed: row.confirmed === 1,
  lastStep: row.last_step,
})

const toPasskey = (row: FactorRow): Passkey => ({
  ...common(row),
  type: 'passkey',
  credentialId: row.credential_id ?? '',
  publicKey: row.public_key ?? '',
  counter: row.counter,
  transports: JSON.parse(row.transports),
})

const toFactor = (row: FactorRow): SecondFactor => (row.type === 'totp' ? toTotp(row) : toPasskey(row))

const toChallenge = ({ challenge_digest: digest, ...row }: Tables['auth_challenges']): Challenge => ({
  digest,
  ...camelCased(row),
})
