import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** False when the device certainly has no connection; true is not reliable. */
export const useOnline = (): boolean =>
  useSyncExternalStore((listener) => onlineManager.subscribe(listener), onlineManager.isOnline.bind(onlineManager))
