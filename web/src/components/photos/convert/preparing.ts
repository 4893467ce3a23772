import { createStore } from '@tanstack/react-store'

/** Whether a photo is being converted right now. */
export const preparing = createStore(false)

/** While `work` runs, the page says that it prepares photos. */
export async function whilePreparing<T>(work: Promise<T>): Promise<T> {
  preparing.setState(() => true)
  try {
    return await work
  } finally {
    preparing.setState(() => false)
  }
}
