import './translate.css'
import { Button, Menu, Textarea } from '@mantine/core'
import { IconArrowBackUp, IconDots, IconX } from '@tabler/icons-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { InlineError } from '#renderer/ui/error-alert.tsx'
import { IconMenuTarget } from '#renderer/ui/icon-menu-target.tsx'
import { LanguageChip } from '#renderer/ui/language-chip.tsx'
import { useAsyncAction } from '#renderer/ui/use-async-action.ts'
import { type Original, type ScriptLine, TEXT_LIMIT } from '#shared/script.ts'
import {
  removeOriginal,
  restoreOriginal,
  setOriginal,
  translateAgain,
} from './original-commands.ts'

interface LineOriginalProps {
  readonly line: ScriptLine
  readonly original: Original
  readonly number: number
}

/** The original of a translated line, beside the translation. Where it has changed since, it can be translated again. */
export function LineOriginal({ line, original, number }: LineOriginalProps): ReactElement {
  const { text, language, translated } = original
  return (
    <div className="original">
      <div className="original-head">
        <LanguageChip code={language} />
        <Menu position="bottom-start" shadow="md">
          <IconMenuTarget label={t('translate:original.menu', { number })}>
            <IconDots size={18} />
          </IconMenuTarget>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconArrowBackUp size={18} />}
              onClick={() => restoreOriginal(line.id)}
            >
              {t('translate:original.restore')}
            </Menu.Item>
            <Menu.Item leftSection={<IconX size={18} />} onClick={() => removeOriginal(line.id)}>
              {t('translate:original.remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <Textarea
        className="original-text"
        aria-label={t('translate:original.label', { number })}
        autosize
        variant="unstyled"
        lang={language}
        dir="auto"
        maxLength={TEXT_LIMIT}
        value={text}
        onChange={(event) => setOriginal(line.id, event.currentTarget.value)}
      />
      {text !== translated && <Outdated line={line} number={number} isBlank={text.trim() === ''} />}
    </div>
  )
}

function Outdated(props: {
  readonly line: ScriptLine
  readonly number: number
  readonly isBlank: boolean
}): ReactElement {
  const { line, number, isBlank } = props
  const { isPending, error, run } = useAsyncAction('stays')
  const running = useRef(new AbortController())
  useEffect(() => () => running.current.abort(new Error('cancelled')), [])
  const again = (): void => {
    running.current = new AbortController()
    const { signal } = running.current
    void run(() =>
      translateAgain(line, signal).catch((error) => {
        if (!signal.aborted) throw error
      }),
    )
  }
  return (
    <div className="original-outdated">
      <span role="note">{t('translate:original.outdated')}</span>
      <Button
        size="compact-sm"
        variant="light"
        disabled={isBlank}
        loading={isPending}
        aria-label={t('translate:original.againOf', { number })}
        onClick={again}
      >
        {t('translate:original.again')}
      </Button>
      <InlineError reason={error} />
    </div>
  )
}
