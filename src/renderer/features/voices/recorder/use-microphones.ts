import { useEffect, useState } from 'react'
import { useRecorder } from './recorder-store.ts'

/** Before one may be used, all are called ''; 'default' and 'communications' are what the system chose among the others. */
const PSEUDO_DEVICE_IDS: ReadonlySet<string> = new Set(['', 'default', 'communications'])

export interface MicrophoneDevice {
  readonly id: string
  readonly name: string
}

/** The microphones there are; browsers name them only once one may be used. */
export function useMicrophones(): readonly MicrophoneDevice[] {
  const [devices, setDevices] = useState<readonly MicrophoneDevice[]>([])
  useEffect(() => {
    const { mediaDevices } = navigator
    if (mediaDevices === undefined) return
    let isUnmounted = false
    const update = async (): Promise<void> => {
      const all = await mediaDevices.enumerateDevices()
      if (!isUnmounted) setDevices(microphonesOf(all))
    }
    const refresh = (): void => void update().catch(() => setDevices([]))
    refresh()
    mediaDevices.addEventListener('devicechange', refresh)
    // Opening one is when the names become known.
    const unsubscribe = useRecorder.subscribe((now, before) => {
      if (now.microphone !== before.microphone) refresh()
    })
    return () => {
      isUnmounted = true
      unsubscribe()
      mediaDevices.removeEventListener('devicechange', refresh)
    }
  }, [])
  return devices
}

function microphonesOf(all: readonly MediaDeviceInfo[]): readonly MicrophoneDevice[] {
  const inputs = all.filter(
    ({ kind, deviceId }) => kind === 'audioinput' && !PSEUDO_DEVICE_IDS.has(deviceId),
  )
  return inputs.map(({ deviceId, label }, index) => ({
    id: deviceId,
    name: label === '' ? `Microphone ${index + 1}` : label,
  }))
}
