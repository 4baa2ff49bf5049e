import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
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
  const name = languageName(language) + (doubt ? ` (${inDoubt(doubt, language)})` : '')
  return (
    <div className="picker">
      <button
        ref={button}
        id={buttonId(line)}
        type="button"
        className="language-button"
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-label={`Language of line ${number}: ${name}`}
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

/** What is not sure, in words. */
function inDoubt(doubt: LanguageDoubt, language: LanguageCode): string {
  const share = `${Math.round(doubt.confidence * 100)} %`
  if (doubt.language === language) return `not sure: ${share}`
  return `not sure: perhaps ${languageName(doubt.language)}, ${share}`
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
          {LANGUAGES.map(({ code, name }) => (
            <Menu.RadioItem
              key={code}
              value={code}
              closeMenuOnClick
              // Not onChange: whoever chooses the detected language wants it to stay.
              onClick={() => setLanguage(line.id, code)}
              data-autofocus={code === language || undefined}
            >
              {name}
              {code === voice?.language && (
                <div className="text-secondary">{voice.name}’s own language</div>
              )}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        {(line.languageChosen || isMarkable) && <Menu.Divider />}
        {line.languageChosen && (
          <Menu.Item onClick={() => resumeLanguageDetection(line.id)}>
            Detect from the text
          </Menu.Item>
        )}
        {isMarkable && (
          <Menu.Item onClick={() => void restoreDiacritics(line.id)}>Add diacritics</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function buttonId({ id }: ScriptLine): string {
  return `language-${id}`
}
