import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

/** False when the device certainly has no connection; true says little. */
export const useOnline = (): boolean =>
  useSyncExternalStore((listener) => onlineManager.subscribe(listener), onlineManager.isOnline.bind(onlineManager))
