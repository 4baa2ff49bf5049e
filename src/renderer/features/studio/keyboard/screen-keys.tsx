import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type MouseEvent, type ReactElement, type ReactNode, useState } from 'react'
import { spokenLanguage } from '#renderer/features/studio/line-language.ts'
import { replaceText, setText } from '#renderer/features/studio/script-commands.ts'
import { lineById, useStudio, voiceById } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES, type LanguageCode } from '#shared/languages/languages.ts'
import { ETHIOPIC_ROWS, letterKeys, withMark } from './letter-keys.ts'
import { toggleScreenKeys, useScreenKeys } from './screen-keys-store.ts'

/** Keys for the letters that most keyboards lack, in the language of the selected line or another one. */
export function ScreenKeys(): ReactElement | false {
  const opened = useScreenKeys((state) => state.opened)
  return opened && <OpenKeys />
}

function OpenKeys(): ReactElement {
  const chosen = useScreenKeys((state) => state.chosen)
  const ofLine = useStudio(({ script, selectedId, voices }) => {
    const line = script.lines.find(({ id }) => id === selectedId)
    return line ? spokenLanguage(line, voiceById(voices, line.voice)) : 'en'
  })
  const language = chosen ?? ofLine
  return (
    <section className="screen-keys" aria-label={t('keyboard:title')}>
      <div className="screen-keys-row">
        <NativeSelect
          size="xs"
          aria-label={t('keyboard:language')}
          value={language}
          data={LANGUAGES.map(({ code }) => ({ value: code, label: languageName(code) }))}
          onChange={(event) =>
            useScreenKeys.setState({ chosen: event.currentTarget.value as LanguageCode })
          }
        />
        {language === 'am' ? false : <LatinKeys language={language} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          ml="auto"
          aria-label={t('keyboard:hide')}
          onClick={toggleScreenKeys}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      {language === 'am' && <EthiopicKeys />}
    </section>
  )
}

function LatinKeys({ language }: { language: LanguageCode }): ReactElement {
  const capitals = useScreenKeys((state) => state.capitals)
  const { letters, marks } = letterKeys(language)
  return (
    <>
      {letters.map((letter) => {
        const shown = capitals ? letter.toUpperCase() : letter
        return (
          <Key key={letter} label={shown} onPress={(event) => insert(event, shown)}>
            {shown}
          </Key>
        )
      })}
      {marks.map(({ mark, tone }) => (
        <Key
          key={mark}
          label={t(`keyboard:tones.${tone}`)}
          onPress={(event) => addMark(event, mark)}
        >
          ◌{mark}
        </Key>
      ))}
      {letters.length > 0 && (
        <Key
          label={t('keyboard:capitals')}
          pressed={capitals}
          onPress={() => useScreenKeys.setState({ capitals: !capitals })}
        >
          ⇧
        </Key>
      )}
    </>
  )
}

/** First the row of a consonant, then its forms: 34 rows of seven would fill the window. */
function EthiopicKeys(): ReactElement {
  const [chosen, setChosen] = useState(0)
  return (
    <>
      <fieldset className="screen-keys-row" lang="am" aria-label={t('keyboard:rows')}>
        {ETHIOPIC_ROWS.map(([first = ''], row) => (
          <Key
            key={first}
            label={t('keyboard:row', { letter: first })}
            pressed={row === chosen}
            onPress={() => setChosen(row)}
          >
            {first}
          </Key>
        ))}
      </fieldset>
      <fieldset className="screen-keys-row" lang="am" aria-label={t('keyboard:letters')}>
        {ETHIOPIC_ROWS[chosen]?.map((letter) => (
          <Key key={letter} label={letter} onPress={(event) => insert(event, letter)}>
            {letter}
          </Key>
        ))}
      </fieldset>
    </>
  )
}

function Key(props: {
  readonly label: string
  readonly pressed?: boolean
  readonly onPress: (event: MouseEvent) => void
  readonly children: ReactNode
}): ReactElement {
  const { label, pressed, onPress, children } = props
  return (
    <button
      type="button"
      className="screen-key"
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      // The text box keeps the focus and the caret.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {children}
    </button>
  )
}

function insert(event: MouseEvent, letter: string): void {
  writeAtCaret(event, ({ selectionStart, selectionEnd, value }) => ({
    from: selectionStart ?? value.length,
    to: selectionEnd ?? value.length,
    written: letter,
  }))
}

function addMark(event: MouseEvent, mark: string): void {
  writeAtCaret(event, ({ value, selectionEnd }) => {
    const to = selectionEnd ?? value.length
    const marked = withMark(value, to, mark)
    return marked && { ...marked, to }
  })
}

interface Writing {
  readonly from: number
  readonly to: number
  readonly written: string
}

type TextBox = HTMLTextAreaElement | HTMLInputElement

/**
 * Writes at the caret: of the field that has the focus, or else of the selected line, as an undo step. A key that is pressed by keyboard
 * keeps the focus.
 */
function writeAtCaret(event: MouseEvent, writing: (box: TextBox) => Writing | undefined): void {
  const field = focusedField()
  if (field) {
    writeInto(field, writing(field))
    return
  }
  const line = lineById(useStudio.getState().selectedId)
  const box = line && textBoxOf(line.id)
  if (!line || !box) {
    announce(t('keyboard:noLine'))
    return
  }
  const change = writing(box)
  if (!change) {
    announce(t('keyboard:noLetter'))
    return
  }
  const { from, to, written } = change
  if (event.detail > 0) replaceText(line.id, from, to, written)
  else {
    setText(line.id, line.text.slice(0, from) + written + line.text.slice(to))
    requestAnimationFrame(() => box.setSelectionRange(from + written.length, from + written.length))
  }
}

/** The field with the focus that is no text of a line: a title, a search, a comment, the original of a translation. */
function focusedField(): TextBox | undefined {
  const { activeElement } = document
  const isField =
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLInputElement && activeElement.type === 'text')
  return isField && !activeElement.closest('.line-text') ? activeElement : undefined
}

function writeInto(field: TextBox, change: Writing | undefined): void {
  if (!change) {
    announce(t('keyboard:noLetter'))
    return
  }
  const { from, to, written } = change
  if (field.value.length - (to - from) + written.length > field.maxLength && field.maxLength >= 0)
    return
  field.setRangeText(written, from, to, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: written }))
}

function textBoxOf(lineId: string): HTMLTextAreaElement | null {
  const number = document.getElementById(`number-${lineId}`)
  return number?.closest('li')?.querySelector<HTMLTextAreaElement>('.line-text textarea') ?? null
}
