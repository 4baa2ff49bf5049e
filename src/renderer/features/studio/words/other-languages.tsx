import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { respellText } from '#renderer/features/studio/script-commands.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import type { LanguageCode } from '#shared/languages/languages.ts'
import type { ScriptLine } from '#shared/script.ts'
import type { LanguageWithin } from './languages-within.ts'

/** Longest excerpt of a stretch that a button shows, in UTF-16 code units. */
const LONGEST_EXCERPT = 40

/**
 * Below the line that is worked on: the stretches that are read in another language, each with a menu to keep that, or to have it read in
 * the language of the line. Either writes a control around it.
 */
export function OtherLanguages(props: {
  readonly line: ScriptLine
  readonly number: number
  /** Language of the line. */
  readonly language: LanguageCode
  readonly stretches: readonly LanguageWithin[]
}): ReactElement | undefined {
  const { line, number, language, stretches } = props
  const isSelected = useStudio(({ selectedId }) => selectedId === line.id)
  if (!isSelected || stretches.length === 0) return undefined
  return (
    <section
      className="line-offers"
      aria-label={t('words:languages.ofLine', { number: String(number) })}
    >
      {stretches.map((stretch) => (
        <StretchMenu key={stretch.start} {...{ line, language, stretch }} />
      ))}
    </section>
  )
}

function StretchMenu(props: {
  readonly line: ScriptLine
  readonly language: LanguageCode
  readonly stretch: LanguageWithin
}): ReactElement {
  const { line, language, stretch } = props
  const { start, end } = stretch
  const words = line.text.slice(start, end)
  const readIn = (code: LanguageCode): void =>
    respellText(line.id, start, end, `[${code}]${words}[/${code}]`)
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <button type="button" className="text-button">
          {t('words:languages.readAs', {
            language: languageName(stretch.language),
            words: excerptOf(words),
          })}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => readIn(stretch.language)}>
          {t('words:languages.keep', { language: languageName(stretch.language) })}
        </Menu.Item>
        <Menu.Item onClick={() => readIn(language)}>
          {t('words:languages.change', { language: languageName(language) })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The words, or their beginning with an ellipsis, never cut within a word. */
function excerptOf(words: string): string {
  if (words.length <= LONGEST_EXCERPT) return words
  const cut = words.slice(0, LONGEST_EXCERPT)
  const space = cut.lastIndexOf(' ')
  return `${space > 0 ? cut.slice(0, space) : cut}…`
}
