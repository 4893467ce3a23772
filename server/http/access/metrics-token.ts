import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { sameText } from '#server/domain/digest.ts'

/** Whether the request names METRICS_TOKEN, as Prometheus does with `authorization`. */
export function hasMetricsToken({ headers }: FastifyRequest, { secrets }: Pick<Config, 'secrets'>): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return secrets.metricsToken !== undefined && sent !== undefined && sameText(sent, secrets.metricsToken)
}
