import { useEffect, useState } from 'react'
import { useRecorder } from './recorder-store.ts'

/** Before one may be used, all are called ''; 'default' and 'communications' are what the system chose among the others. */
const NO_DEVICE: ReadonlySet<string> = new Set(['', 'default', 'communications'])

export interface Device {
  readonly id: string
  readonly name: string
}

/** The microphones there are; browsers name them only once one may be used. */
export function useDevices(): readonly Device[] {
  const [devices, setDevices] = useState<readonly Device[]>([])
  useEffect(() => {
    const { mediaDevices } = navigator
    if (mediaDevices === undefined) return
    let isOver = false
    const look = async (): Promise<void> => {
      const all = await mediaDevices.enumerateDevices()
      if (!isOver) setDevices(microphonesOf(all))
    }
    const lookAgain = (): void => void look().catch(() => setDevices([]))
    lookAgain()
    mediaDevices.addEventListener('devicechange', lookAgain)
    // Opening one is when the names become known.
    const forget = useRecorder.subscribe((now, before) => {
      if (now.microphone !== before.microphone) lookAgain()
    })
    return () => {
      isOver = true
      forget()
      mediaDevices.removeEventListener('devicechange', lookAgain)
    }
  }, [])
  return devices
}

function microphonesOf(all: readonly MediaDeviceInfo[]): readonly Device[] {
  const inputs = all.filter(
    ({ kind, deviceId }) => kind === 'audioinput' && !NO_DEVICE.has(deviceId),
  )
  return inputs.map(({ deviceId, label }, index) => ({
    id: deviceId,
    name: label === '' ? `Microphone ${index + 1}` : label,
  }))
}
