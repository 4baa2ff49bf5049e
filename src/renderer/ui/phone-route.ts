import { create } from 'zustand'
import { t } from '#renderer/i18n/i18n.ts'
import phoneLineUrl from './phone-line-worklet.ts?worker&url'
import { showError } from './show-error.ts'

/** Whether takes are heard as through a telephone (`openPhoneLine` of phone-line.ts). */
export const usePhonePreview = create<{ readonly isOn: boolean }>(() => ({ isOn: false }))

/** Where the player sends its sound: straight to the loudspeaker, or through a telephone line. */
export function openPhoneRoute(context: AudioContext): AudioNode {
  const entry = new GainNode(context)
  entry.connect(context.destination)
  let phoneLine: Promise<AudioNode> | undefined
  const connect = async (): Promise<void> => {
    // Its output was lost, and another context has taken its place.
    if (context.state === 'closed') return
    try {
      if (usePhonePreview.getState().isOn) phoneLine ??= openPhoneLineNode(context)
      const line = await phoneLine
      const { isOn } = usePhonePreview.getState()
      entry.disconnect()
      entry.connect(isOn && line ? line : context.destination)
    } catch (error) {
      phoneLine = undefined
      usePhonePreview.setState({ isOn: false })
      showError(t('ui:phoneLineNot'), String(error))
    }
  }
  usePhonePreview.subscribe(connect)
  void connect()
  return entry
}

async function openPhoneLineNode(context: AudioContext): Promise<AudioNode> {
  await context.audioWorklet.addModule(phoneLineUrl)
  const line = new AudioWorkletNode(context, 'phone-line', {
    channelCount: 1,
    channelCountMode: 'explicit',
    outputChannelCount: [1],
  })
  line.connect(context.destination)
  return line
}
