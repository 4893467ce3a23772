import { createStore } from '@tanstack/react-store'

/** How many photos are being converted right now. */
export const preparing = createStore(0)

/** While `work` runs, the page says that it prepares photos. */
export async function whilePreparing<T>(work: Promise<T>): Promise<T> {
  preparing.setState((count) => count + 1)
  try {
    return await work
  } finally {
    preparing.setState((count) => count - 1)
  }
}
