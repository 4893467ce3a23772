import { type ComponentType, lazy, Suspense } from 'react'

const retryMs = 2_000

/**
 * Retries until it works: the connection may break between loading the page and its parts. `loadParts` fetches most files
 * before; one that imports no other arrives late only in browsers that ask for a failed module again.
 */
export const loadPersistently = async <T,>(load: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
}

/** A part of a page that loads when `preload` is called, at the latest when it is shown. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): { Part: ComponentType<Props>; preload: () => void } => {
  let loading: Promise<{ default: ComponentType<Props> }> | undefined
  const once = () => {
    loading ??= loadPersistently(load).then((Part) => ({ default: Part }))
    return loading
  }
  const Loaded = lazy(once)
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where its module begins
  const Part = (props: Props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
  return { Part, preload: () => void once() }
}
