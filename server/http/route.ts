import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest, type RouteOptions } from 'fastify'
import { type Access, needsSession, type SessionAccess } from '#contract/operation/access.ts'
import type { Body, Operation, Params, Query, Reply } from '#contract/operation/operation.ts'
import { operations } from '#contract/operations.ts'
import type { Callers } from '#server/domain/caller.ts'
import { orThrow } from '#server/domain/errors.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import type { Deps } from '#server/ports/deps.ts'
import { adminActionOf, adminAudit } from './admin-audit.ts'
import { auditHook, type RequestAudit, withAudit } from './request-audit.ts'
import { requestedScope } from './requested-scope.ts'
import { takeAnyBody } from './uploads/request-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: Operation
    access?: Access
  }
  interface FastifyRequest {
    caller: unknown
  }
}

/** Lets a request through and says who calls, or throws. Runs before the body is read (D3, D18). */
export type Guard<A extends Access> = (request: FastifyRequest, reply: FastifyReply) => Promise<Callers[A]> | Callers[A]
export type Guards = { readonly [A in Access]?: Guard<A> }

type CallerOf<O extends Operation> = O extends { access: 'session'; sessionOptional?: never }
  ? NonNullable<Callers['session']>
  : Callers[O['access']]

export interface Call<O extends Operation> {
  /** Where the operation is audited, every transaction of these writes the entry. */
  readonly deps: Deps
  readonly params: Params<O>
  readonly query: Query<O>
  readonly body: Body<O>
  readonly caller: CallerOf<O>
  /** Who calls now: for a handler that reads the body itself, which may come long after its head. */
  readonly callerNow: () => Promise<CallerOf<O>>
  /** Whose groups the account sees, of those that the query asks for. */
  readonly scope: O['access'] extends SessionAccess ? GroupScope : undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}
/** The request and what answers it. */
export type Exchange = Pick<Call<Operation>, 'request' | 'reply'>

/** The answer without the `success: true` of the usual body (specification, Errors), which the route adds. */
export type Result<O extends Operation> = Reply<O> extends { success: true } ? Omit<Reply<O>, 'success'> : Reply<O>
type Handler<O extends Operation> = (call: Call<O>) => Promise<Result<O> | FastifyReply> | Result<O> | FastifyReply

type Extra = Partial<RouteOptions> & { readonly audit?: (deps: Deps) => RequestAudit }

/** Registers an operation of the contract: its guard, its checks of the input, its handler. */
export type Route = <const O extends Operation>(
  operation: O,
  ...given: readonly [Handler<O>] | readonly [Extra, Handler<O>]
) => void

const names = new Map(Object.entries(operations).map(([name, operation]) => [operation, name]))
const registered = new WeakMap<FastifyInstance, string[]>()
const all = new WeakMap<FastifyInstance, RouteOptions[]>()

/** Names of the operations that this server answers. */
export const registeredOperations = (http: FastifyInstance): readonly string[] => registered.get(http) ?? []

/** Everything that this server answers: operations, pages and files. */
export const registeredRoutes = (http: FastifyInstance): readonly RouteOptions[] => all.get(http) ?? []

/** Forms are parsed on every route, so that those that take none have to say so themselves. */
async function refuseForm(request: FastifyRequest): Promise<void> {
  if (request.isMultipart()) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
}

const hasSuccess = ({ properties }: Named = {}): boolean => properties?.success !== undefined

const successStatus = (operation: Operation) =>
  Number(Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? 200)

/** Ends when groups can be read and written; undefined when they can already (D36). The request counts until its answer is sent. */
export type BeforeGroups = (reply: FastifyReply) => Promise<void> | undefined

interface Entrances {
  readonly guards: Guards
  readonly beforeGroups: BeforeGroups
}

/** A route without an access class fails at the start. */
function requireAccessClasses(http: FastifyInstance): void {
  const routes: RouteOptions[] = []
  all.set(http, routes)
  http.addHook('onRoute', (options) => void routes.push(options))
  http.addHook('onReady', async () => {
    const open = routes.find(({ config }) => config?.access === undefined)
    if (open) throw new Error(`${String(open.method)} ${open.url} has no access class`)
  })
}

const schemaOf = ({ params, query, body, multipart, bytes, bodyOptional }: Operation) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && !multipart && !bytes && { body: bodyOptional ? { anyOf: [body, { type: 'null' }] } : body }),
})

interface Named {
  readonly properties?: Readonly<Record<string, Named>>
  readonly items?: Named
  readonly additionalProperties?: boolean | object
}

/** Without what the contract does not name, at any depth: a use case may take a field of that name from somewhere else. */
function named({ properties, items, additionalProperties = false }: Named = {}, sent: unknown): unknown {
  if (Array.isArray(sent)) return items ? sent.map((each) => named(items, each)) : sent
  if (properties === undefined || additionalProperties || typeof sent !== 'object' || sent === null) return sent
  const known = Object.entries(sent).filter(([name]) => Object.hasOwn(properties, name))
  return Object.fromEntries(known.map(([name, value]) => [name, named(properties[name], value)]))
}

const definitionOf = (operation: Operation) => ({
  method: operation.method,
  url: operation.url.replaceAll(/\{(\w+)\}/g, ':$1'),
  config: { operation, access: operation.access },
  schema: schemaOf(operation),
  ...(operation.method !== 'GET' && !operation.multipart && { preValidation: refuseForm }),
})

function auditOf(name: string, operation: Operation): ((deps: Deps) => RequestAudit) | undefined {
  const action = adminActionOf(name, operation)
  return action === undefined ? undefined : adminAudit(action)
}

const inScopeForAnyBody =
  (http: FastifyInstance) =>
  (options: RouteOptions): void =>
    void http.register(async (scope) => {
      takeAnyBody(scope)
      scope.route(options)
    })

/** With a body the session may have ended since its head came, or the account has another role. */
const mayHaveEnded = ({ body }: FastifyRequest, { access }: Operation): boolean =>
  body !== undefined && needsSession(access)

export function createRoute(http: FastifyInstance, deps: Deps, { guards, beforeGroups }: Entrances): Route {
  const own: string[] = []
  registered.set(http, own)
  http.decorateRequest('caller', undefined)
  requireAccessClasses(http)

  return (operation, ...given) => {
    const [{ audit: auditWith, ...extra }, handler] = given.length === 1 ? [{}, given[0]] : given
    const { url, access } = operation
    const guard = orThrow(guards[access], () => new Error(`${url}: there is no guard for ${access}`))
    const name = orThrow(names.get(operation), () => new Error(`${url} is not in contract/operations.ts`))
    const audit = (auditWith ?? auditOf(name, operation))?.(deps)
    const status = successStatus(operation)
    const saysSuccess = hasSuccess(operation.responses[status])
    const whenReady = operation.withoutGroups ? () => undefined : beforeGroups
    // A token is looked up among the groups; admins prove who they are before they learn anything.
    const gateFirst = operation.access === 'token'
    const register = operation.bytes ? inScopeForAnyBody(http) : http.route.bind(http)
    register({
      ...extra,
      onSend: [audit && auditHook(audit), extra.onSend].flat().filter((hook) => hook !== undefined),
      ...definitionOf(operation),
      async onRequest(request, reply) {
        if (gateFirst) await whenReady(reply)
        request.caller = await guard(request, reply)
        if (!gateFirst) await whenReady(reply)
      },
      async handler(request, reply) {
        if (mayHaveEnded(request, operation)) request.caller = await guard(request, reply)
        reply.status(status)
        request.query = named(operation.query, request.query)
        request.body = named(operation.body, request.body)
        const { params, query, body, caller } = request
        const scope = needsSession(operation.access) ? await requestedScope(deps, request, operation) : undefined
        const own = audit ? withAudit(deps, audit, request) : deps
        const callerNow = async () => guard(request, reply)
        const call = { deps: own, params, query, body, caller, callerNow, scope, request, reply }
        const result = await handler(call as Parameters<typeof handler>[0])
        if (status === 204) return reply.send()
        // Without a result the handler has sent the answer itself.
        return saysSuccess && result !== undefined ? { success: true, ...result } : result
      },
    })
    own.push(name)
  }
}
