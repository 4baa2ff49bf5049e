import { Button, NativeSelect } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { describeMicrophoneError, type MicrophoneProblem } from './microphone-error.ts'
import { chooseDevice, closeMicrophone, startMicrophone } from './recorder-actions.ts'
import { isRecorderBusy, useRecorder } from './recorder-store.ts'
import { useMicrophones } from './use-microphones.ts'

/** Choice and state of the microphone, with advice if it gives no sound. */
export function MicrophoneSection(): ReactElement {
  const { microphone, deviceId, openId, step, microphoneError } = useRecorder()
  const devices = useMicrophones()
  const isOpen = microphone === 'open'
  const choices = devices.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <section className="microphone" aria-label={t('voices:recorder.microphone')}>
      {microphoneError && <MicrophoneErrorNotice problem={microphoneError} />}
      <div className="microphone-row">
        <NativeSelect
          label={t('voices:recorder.microphone')}
          data={[{ value: '', label: t('voices:recorder.systemDefault') }, ...choices]}
          value={devices.find(({ id }) => id === (openId || deviceId))?.id ?? ''}
          disabled={isRecorderBusy(step) || microphone === 'opening'}
          onChange={({ currentTarget: { value } }) =>
            void chooseDevice(value === '' ? undefined : value)
          }
        />
        {isOpen && !isRecorderBusy(step) ? (
          <Button
            variant="default"
            leftSection={<IconMicrophoneOff size={18} aria-hidden="true" />}
            onClick={closeMicrophone}
          >
            {t('voices:recorder.turnOff')}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconMicrophone size={18} aria-hidden="true" />}
            disabled={isRecorderBusy(step)}
            loading={microphone === 'opening'}
            onClick={() => void startMicrophone()}
          >
            {t('voices:recorder.test')}
          </Button>
        )}
      </div>
      <p className="text-secondary">{t('voices:recorder.advice')}</p>
    </section>
  )
}

function MicrophoneErrorNotice({ problem }: { problem: MicrophoneProblem }): ReactElement {
  const { title, advice } = describeMicrophoneError(problem)
  return (
    <div className="notice notice-warning" role="alert">
      <IconMicrophoneOff size={24} aria-hidden="true" />
      <div className="notice-text">
        <strong>{title}</strong> {advice}
      </div>
    </div>
  )
}
