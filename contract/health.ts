import { Type } from 'typebox'
import { operationsWith } from './operation/operation.ts'

const operation = operationsWith({ withoutGroups: true })

export const health = operation('GET /health', 'public', {
  summary: 'Whether the service runs and its database and files answer.',
  responses: { 200: Type.Object({ status: Type.Literal('ok') }) },
  codes: ['TEMPORARILY_UNAVAILABLE'],
})

export const ready = operation('GET /health/ready', 'public', {
  summary: 'Whether this replica takes requests: 503 while it stops, and while it cannot take uploads.',
  responses: { 200: Type.Object({ status: Type.Literal('ready') }) },
  codes: ['TEMPORARILY_UNAVAILABLE'],
})

export const getMetrics = operation('GET /metrics', 'session', {
  sessionOptional: true,
  summary:
    'Figures for Prometheus: requests, uploads, previews, what waits, the process. PUBLIC_HOST does not serve them.',
  description:
    'Needs a session or `Authorization: Bearer` with METRICS_TOKEN, except directly from the machine itself. Counters are of this replica, the others of the whole installation. There is nothing personal in it.',
  responses: { 200: Type.String() },
  produces: 'text/plain; version=0.0.4; charset=utf-8',
  codes: ['SESSION_REQUIRED'],
})
