import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { PickerAnchor } from '#renderer/ui/picker-anchor.tsx'
import type { StudioVoice } from '#renderer/voice.ts'
import { LANGUAGES, type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { resumeLanguageDetection } from './language-detection.ts'
import { doubtAbout, type LanguageDoubt, spokenLanguage } from './line-language.ts'
import { isBlank } from './line-state.ts'
import { restoreDiacritics } from './restore-diacritics.ts'
import { setLanguage } from './script-commands.ts'
import { useStudio } from './studio-store.ts'
import { usePicker } from './use-picker.ts'

interface LanguagePickerProps {
  readonly line: ScriptLine
  readonly number: number
  readonly voice: StudioVoice | undefined
}

/** Picker for the language of a line. Its menu is rendered only while it is open. */
export function LanguagePicker({ line, number, voice }: LanguagePickerProps): ReactElement {
  const { opened, button, toggle, close } = usePicker()
  const language = spokenLanguage(line, voice)
  const doubt = useStudio(({ languageDoubts }) => doubtAbout(line, languageDoubts))
  const name = doubt ? inDoubt(doubt, language) : languageName(language)
  return (
    <div className="picker">
      <button
        ref={button}
        id={buttonId(line)}
        type="button"
        className="language-button"
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-label={t('studio:language.ofLine', { number, language: name })}
        title={name}
        onClick={toggle}
      >
        <LanguageChip code={language} />
        {doubt && <span aria-hidden="true">?</span>}
      </button>
      {opened && <LanguageMenu line={line} voice={voice} language={language} onClose={close} />}
    </div>
  )
}

/** A language with what is not sure about it, in words. */
function inDoubt(doubt: LanguageDoubt, code: LanguageCode): string {
  const language = languageName(code)
  const percent = Math.round(doubt.confidence * 100)
  if (doubt.language === code) return t('studio:language.notSure', { language, percent })
  const other = languageName(doubt.language)
  return t('studio:language.perhaps', { language, other, percent })
}

function LanguageMenu(
  props: Pick<LanguagePickerProps, 'line' | 'voice'> & {
    readonly language: LanguageCode
    readonly onClose: () => void
  },
): ReactElement {
  const { line, voice, language, onClose } = props
  const isMarkable = languageInfo(language).restoresDiacritics && !isBlank(line)
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      shadow="md"
      width={264}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <PickerAnchor />
      </Menu.Target>
      <Menu.Dropdown aria-labelledby={buttonId(line)}>
        <Menu.RadioGroup value={language}>
          {LANGUAGES.map(({ code }) => (
            <Menu.RadioItem
              key={code}
              value={code}
              closeMenuOnClick
              // Not onChange: whoever chooses the detected language wants it to stay.
              onClick={() => setLanguage(line.id, code)}
              data-autofocus={code === language || undefined}
            >
              {languageName(code)}
              {code === voice?.language && (
                <div className="text-secondary">
                  {t('studio:language.ofVoice', { voice: voice.name })}
                </div>
              )}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {(line.languageChosen || isMarkable) && <Menu.Divider />}
        {line.languageChosen && (
          <Menu.Item onClick={() => resumeLanguageDetection(new Set([line.id]))}>
            {t('studio:language.detect')}
          </Menu.Item>
        )}
        {isMarkable && (
          <Menu.Item onClick={() => void restoreDiacritics(line.id)}>
            {t('studio:diacritics.add')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function buttonId({ id }: ScriptLine): string {
  return `language-${id}`
}
