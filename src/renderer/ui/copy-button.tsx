import { Button, type ButtonProps } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactElement, useEffect, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from './announce.tsx'

/** How long the button shows the outcome, in milliseconds. */
const FEEDBACK_MS = 2_000

const ICONS = { idle: IconCopy, copied: IconCheck, failed: IconAlertTriangle } as const

interface CopyButtonProps extends ButtonProps {
  readonly value: string
  /** Label of the button, such as "Copy key". */
  readonly label: string
}

/** Button that copies a text, with feedback that is also announced. */
export function CopyButton({ value, label, ...buttonProps }: CopyButtonProps): ReactElement {
  const [outcome, setOutcome] = useState<keyof typeof ICONS>('idle')
  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async (): Promise<void> => {
    try {
      await copyText(value)
      setOutcome('copied')
      announce(t('ui:copied'))
    } catch {
      setOutcome('failed')
      announce(t('ui:copyFailed'))
    }
  }
  const Icon = ICONS[outcome]
  const text = { idle: label, copied: t('ui:copiedLabel'), failed: t('ui:copyByHand') }[outcome]
  return (
    <Button
      size="compact-sm"
      variant="light"
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={() => void copy()}
      {...buttonProps}
    >
      {text}
    </Button>
  )
}

/**
 * Copies a text to the clipboard. A page outside a secure context has no clipboard API, so it copies a selection.
 * Rejects if neither works.
 */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const box = document.createElement('textarea')
  box.value = text
  box.setAttribute('readonly', '')
  box.className = 'visually-hidden'
  // Inside an open dialog, which traps the focus.
  const place = document.activeElement?.parentElement ?? document.body
  place.append(box)
  try {
    box.select()
    if (!document.execCommand('copy')) throw new Error(t('ui:copyNotAllowed'))
  } finally {
    box.remove()
  }
}
