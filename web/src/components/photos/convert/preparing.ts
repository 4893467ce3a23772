import { createStore } from '@tanstack/react-store'

/** Whether a photo is being made anew at the moment. */
export const preparing = createStore(false)

/** For as long as `work` takes, the page says that it prepares photos. */
export async function whilePreparing<T>(work: Promise<T>): Promise<T> {
  preparing.setState(() => true)
  try {
    return await work
  } finally {
    preparing.setState(() => false)
  }
}
