import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { PickerAnchor } from '#renderer/ui/picker-anchor.tsx'
import type { StudioVoice } from '#renderer/voice.ts'
import { LANGUAGES, type LanguageCode, languageInfo } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { resumeLanguageDetection } from './language-detection.ts'
import { spokenLanguage } from './line-language.ts'
import { isBlank } from './line-state.ts'
import { restoreDiacritics } from './restore-diacritics.ts'
import { setLanguage } from './script-commands.ts'
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
  return (
    <div className="picker">
      <button
        ref={button}
        id={buttonId(line)}
        type="button"
        className="language-button"
        aria-haspopup="menu"
        aria-expanded={opened}
        aria-label={`Language of line ${number}: ${languageName(language)}`}
        title={languageName(language)}
        onClick={toggle}
      >
        <LanguageChip code={language} />
      </button>
      {opened && <LanguageMenu line={line} voice={voice} language={language} onClose={close} />}
    </div>
  )
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
              rightSection={<LanguageChip code={code} />}
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
