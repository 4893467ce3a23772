import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { statusOf } from '#contract/operation/errors.ts'
import type { Config } from '#server/config/config.ts'
import { AppError } from '#server/domain/errors.ts'
import { checkHost, refuseCrossSite, restrictHosts } from '#server/http/access/host-rules.ts'
import { withReadableToken } from './access/management-access.ts'
import { errorBody, handleErrors, securityHeaders, sendError, toAppError } from './error-handler.ts'
import { lazyAjv, lazyValidator, textValidator } from './lazy-validator.ts'
import { createServer } from './node-http.ts'
import { withoutBasePath, withReadableAdminPath } from './paths.ts'
import { logRequests } from './request-log.ts'
import type { HotReads } from './stored-files/hot-reads.ts'

/** JSON bodies hold texts and lists of ids; photos come as multipart and are not limited by this. */
const jsonBodyBytes = 2 ** 20
/** A batch on a slow connection: 50 photos may take long, but not forever. */
const requestTimeoutMs = 60 * 60_000
const headersTimeoutMs = 30_000
/** Without a byte for this long the client is gone. */
const idleTimeoutMs = 120_000
const closeIdleEveryMs = 50

const serverOptions = {
  requestTimeout: requestTimeoutMs,
  headersTimeout: headersTimeoutMs,
  keepAliveTimeout: 72_000,
  // The operating system notices a client that vanished silently, and routers in between keep the connection while
  // the service works on a batch.
  keepAlive: true,
  keepAliveInitialDelay: 30_000,
  maxHeaderSize: 16 * 1024,
}

/** Errors that occur before there is a request, in the same shape as all others. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const failure = brokenRequests[error.code ?? ''] ?? new AppError('MALFORMED_REQUEST', 'The request is not valid HTTP')
  const body = errorBody(failure)
  const text = JSON.stringify(body)
  const headers = Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(
    `HTTP/1.1 ${statusOf(failure.code)} ${body.error}\r\nConnection: close\r\n${headers.join('')}` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}
const brokenRequests: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError('HEADERS_TOO_LARGE', 'The request headers are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: new AppError('REQUEST_TIMEOUT', 'The request took too long to arrive'),
}

/** No file, group or token has a longer name. */
const maxParamLength = 512

/**
 * A Fastify instance with the rules that hold for every route: errors, headers, limits, log. Routes come from the
 * features; `hotReads` sees each request first.
 */
export function createHttpServer(config: Config, log: Logger, hotReads: HotReads): FastifyInstance {
  const http = fastify({
    logger: false,
    bodyLimit: jsonBodyBytes,
    serverFactory: (handler) =>
      createServer(serverOptions, withoutBasePath(config.server.basePath, hotReads.listener(handler))).setTimeout(
        idleTimeoutMs,
      ),
    routerOptions: { maxParamLength, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // A request on a connection that was open before the stop is answered; that connection is closed after it.
    return503OnClosing: false,
    trustProxy: config.trustProxyHops === undefined ? false : (_address, hop) => hop < (config.trustProxyHops ?? 0),
    clientErrorHandler: answerBrokenRequest,
    rewriteUrl: ({ url = '/' }) => withReadableAdminPath(withReadableToken(url, maxParamLength), maxParamLength),
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    frameworkErrors: (error, request, reply) => {
      sendError(reply as FastifyReply, checkHost(request as FastifyRequest, config) ?? toAppError(error))
    },
  })
  checkBySchemas(http)
  parseBodies(http)
  // Node.js would answer an unknown `Expect` with a 417 of its own; the standard allows ignoring it.
  http.server.on('checkExpectation', (request, response) => http.server.emit('request', request, response))
  restrictHosts(http, config, log)
  refuseCrossSite(http, config)
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders)
    done(hotReads.failureOf(request.raw))
  })
  dropUnreadBodies(http)
  http.addHook('preClose', (done) => {
    hotReads.stop()
    closeIdleConnections(http)
    done()
  })
  handleErrors(http, log)
  logRequests(http, log)
  return http
}

/** A connection whose request was answered before its body had arrived becomes idle only later. */
function closeIdleConnections({ server }: FastifyInstance): void {
  const timer = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs).unref()
  server.once('close', () => clearInterval(timer))
}

/** In place of Fastify's own compilers: `checkBySchemas` sets ours, and to load those takes a tenth of a start. */
function unused(): never {
  throw new Error('Every context has compilers of its own')
}

// The message of a failed check is built from its schema.
const ajv = lazyAjv({ verbose: true, allowUnionTypes: true })

function checkBySchemas(http: FastifyInstance): void {
  http.setValidatorCompiler<object>(({ schema, httpPart }) =>
    httpPart === 'body' ? lazyValidator(ajv, schema) : textValidator(ajv, schema),
  )
  // The contract types the handlers, and the tests check every answer against it.
  http.setSerializerCompiler(() => (data) => JSON.stringify(data))
}

/** An empty body is no body, whatever its content type says and also when its length is not sent ahead. */
function parseBodies(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    // A route for forms says so whatever the body is.
    else if (request.routeOptions.config.operation?.multipart) done(null, body)
    else parseJson(request, body, done)
  })
  http.removeContentTypeParser('text/plain')

  http.addHook('onRequest', ({ headers }, _reply, done) => {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
    if (isEmpty) delete headers['content-type']
    done()
  })
}

/** For all clients together: each byte is garbage until it is collected (D58). */
const bytesPerMs = 32 * 1_024

/**
 * What clients still send after their answer is read, so that they can receive it, but slowly: Node.js itself reads as
 * fast as they send.
 */
function dropUnreadBodies(http: FastifyInstance): void {
  let busyUntil = 0
  async function drop(body: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of body) {
      const now = performance.now()
      busyUntil = Math.max(busyUntil, now) + chunk.length / bytesPerMs
      await sleep(busyUntil - now)
    }
  }
  http.addHook('onSend', ({ raw }, reply, _payload, done) => {
    if (!raw.complete) {
      // Fastify would close the connection of a body that it refuses: a client that still sends would get no answer.
      reply.removeHeader('connection')
      // A client that goes away ends it.
      drop(raw).catch(() => undefined)
    }
    done()
  })
}
