import type { EventStream } from '#server/http/event-streams/event-streams.ts'
import type { ContentChange } from '#server/ports/content-changes.ts'
import type { Deps } from '#server/ports/deps.ts'

export interface Audience {
  add(stream: EventStream): void
  send(event: string, data: unknown): void
}

/** Streams that get the same events. Subscribes to changes while there is at least one. */
export function createAudience(
  { database }: Pick<Deps, 'database'>,
  onChange: (change: ContentChange, audience: Audience) => void,
): Audience {
  const streams = new Set<EventStream>()
  let stop: (() => void) | undefined
  const audience: Audience = {
    add(stream) {
      streams.add(stream)
      stop ??= database.changes.subscribe((change) => onChange(change, audience))
      void stream.closed.then(() => {
        streams.delete(stream)
        if (streams.size > 0) return
        stop?.()
        stop = undefined
      })
    },
    send(event, data) {
      for (const stream of streams) stream.send(event, data)
    },
  }
  return audience
}
