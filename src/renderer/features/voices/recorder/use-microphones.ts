import { useEffect, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { useRecorder } from './recorder-store.ts'

/** Before permission is given, all ids are ''. 'default' and 'communications' are aliases of other devices. */
const PSEUDO_DEVICE_IDS: ReadonlySet<string> = new Set(['', 'default', 'communications'])

export interface MicrophoneDevice {
  readonly id: string
  readonly name: string
}

/** Available microphones. Browsers name them only after permission is given. */
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
    // Names become known when a microphone is opened.
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
    name: label === '' ? t('voices:recorder.unnamedMicrophone', { number: index + 1 }) : label,
  }))
}
