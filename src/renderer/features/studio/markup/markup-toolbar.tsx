import { Button, Menu } from '@mantine/core'
import {
  IconAbc,
  IconEar,
  IconEraser,
  IconLanguage,
  IconPlayerPause,
  IconVolume2,
} from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import { replaceText } from '#renderer/features/studio/script-commands.ts'
import { openWord } from '#renderer/features/studio/words/word-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { LANGUAGES } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import { hasMarkup, isSsml, withoutMarkup } from './markup-tokens.ts'

const PAUSES = ['200ms', '500ms', '1s', '2s'] as const

interface MarkupToolbarProps {
  readonly line: ScriptLine
  readonly number: number
  /** Selected part of the text, in UTF-16 code units. */
  readonly from: number
  readonly to: number
  readonly onDone: () => void
}

/** Controls for the selected words of a line: each writes what docs/markup.md says, as one undo step. */
export function MarkupToolbar(props: MarkupToolbarProps): ReactElement {
  const { line, number, from, to, onDone } = props
  const selected = line.text.slice(from, to)
  const write = (text: string): void => {
    replaceText(line.id, from, to, text)
    onDone()
  }
  const written = isSsml(line.text) ? SSML : BRACKETS
  const around = (name: string): void => {
    const inner = selected.trim()
    const start = selected.slice(0, selected.indexOf(inner))
    const end = selected.slice(start.length + inner.length)
    write(`${start}${written.span(name, inner)}${end}`)
  }
  return (
    <div
      className="markup-toolbar"
      role="toolbar"
      aria-label={t('markup:toolbar.title', { number })}
    >
      <MarkupMenu label={t('markup:toolbar.pause')} icon={<IconPlayerPause size={16} />}>
        {PAUSES.map((pause) => (
          <Menu.Item key={pause} onClick={() => write(withPause(selected, written.pause(pause)))}>
            {pause.replace(/(m?s)$/, ' $1')}
          </Menu.Item>
        ))}
      </MarkupMenu>
      <MarkupMenu label={t('markup:toolbar.language')} icon={<IconLanguage size={16} />}>
        {LANGUAGES.map(({ code }) => (
          <Menu.Item key={code} onClick={() => around(code)}>
            {languageName(code)}
          </Menu.Item>
        ))}
      </MarkupMenu>
      <MarkupButton
        label={t('markup:toolbar.emphasis')}
        icon={<IconVolume2 size={16} />}
        onClick={() => around('emphasis')}
      />
      {written === BRACKETS && (
        <MarkupButton
          label={t('markup:toolbar.pronunciation')}
          icon={<IconEar size={16} />}
          onClick={() => {
            openWord(line.id, { start: from, end: to })
            onDone()
          }}
        />
      )}
      <MarkupButton
        label={t('markup:toolbar.spell')}
        icon={<IconAbc size={16} />}
        onClick={() => around('spell')}
      />
      {hasMarkup(selected) && (
        <MarkupButton
          label={t('markup:toolbar.remove')}
          icon={<IconEraser size={16} />}
          onClick={() => write(withoutMarkup(selected))}
        />
      )}
    </div>
  )
}

/** The pause stands after the words, before the space that follows them. */
function withPause(selected: string, pause: string): string {
  const words = selected.trimEnd()
  return `${words} ${pause}${selected.slice(words.length)}`
}

/** How the controls are written: in square brackets, or as elements in a line of SSML. */
interface Writing {
  pause(length: string): string
  span(name: string, inner: string): string
}

const BRACKETS: Writing = {
  pause: (length) => `[pause ${length}]`,
  span: (name, inner) => `[${name}]${inner}[/${name}]`,
}
const SSML: Writing = {
  pause: (length) => `<break time="${length}"/>`,
  span(name, inner) {
    if (name === 'emphasis') return `<emphasis>${inner}</emphasis>`
    if (name === 'spell') return `<say-as interpret-as="characters">${inner}</say-as>`
    return `<lang xml:lang="${name}">${inner}</lang>`
  },
}

function MarkupButton(props: {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: () => void
}): ReactElement {
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={props.icon}
      // The text keeps the focus and the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  )
}

function MarkupMenu(props: {
  readonly label: string
  readonly icon: ReactNode
  readonly children: ReactNode
}): ReactElement {
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={props.icon}
          onMouseDown={(event) => event.preventDefault()}
        >
          {props.label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{props.children}</Menu.Dropdown>
    </Menu>
  )
}
