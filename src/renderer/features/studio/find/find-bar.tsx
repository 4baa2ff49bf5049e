import { ActionIcon, Button, Chip, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import {
  changeSearch,
  closeFind,
  findNext,
  replaceAll,
  replaceCurrent,
  useFind,
} from './find-store.ts'

/** Search in the script, with or without a replacement. It finds what is not in view, too. */
export function FindBar(): ReactElement | false {
  const opened = useFind((state) => state.opened)
  const replacing = useFind((state) => state.replacing)
  if (!opened) return false
  return (
    <search className="find-bar" aria-label={t('find:search.title')} onKeyDown={handleKey}>
      <div className="find-row">
        <SearchBox />
        <FindCount />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('find:previous.name')}
          title={t('find:previous.hint')}
          onClick={() => findNext(-1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('find:next.name')}
          title={t('find:next.hint')}
          onClick={() => findNext(1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('find:close.name')}
          title={t('find:close.hint')}
          onClick={closeFind}
        >
          <IconX size={18} />
        </ActionIcon>
      </div>
      {replacing && <ReplaceRow />}
      <FindOptionChips />
    </search>
  )
}

function SearchBox(): ReactElement {
  const box = useRef<HTMLInputElement>(null)
  const query = useFind((state) => state.query)
  const asked = useFind((state) => state.asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking again selects the text again
  useEffect(() => {
    box.current?.focus()
    box.current?.select()
  }, [asked])
  return (
    <TextInput
      ref={box}
      className="find-box"
      aria-label={t('find:search.field')}
      placeholder={t('find:search.field')}
      leftSection={<IconSearch size={18} />}
      value={query}
      onChange={(event) => changeSearch({ query: event.currentTarget.value })}
    />
  )
}

function FindCount(): ReactElement {
  const count = useFind((state) => state.matches.length)
  const current = useFind((state) => state.current)
  const query = useFind((state) => state.query)
  const words =
    count === 0 ? t('find:nothing') : t('find:placeOf', { place: current + 1, places: count })
  return <output className="find-count text-secondary">{query === '' ? '' : words}</output>
}

function ReplaceRow(): ReactElement {
  const replacement = useFind((state) => state.replacement)
  const isEmpty = useFind((state) => state.matches.length === 0)
  return (
    <div className="find-row">
      <TextInput
        className="find-box"
        data-replacement
        aria-label={t('find:replace.field')}
        placeholder={t('find:replace.field')}
        value={replacement}
        onChange={(event) => useFind.setState({ replacement: event.currentTarget.value })}
      />
      <Button size="compact-md" variant="default" disabled={isEmpty} onClick={replaceCurrent}>
        {t('find:replace.one')}
      </Button>
      <Button size="compact-md" variant="default" disabled={isEmpty} onClick={replaceAll}>
        {t('find:replace.all')}
      </Button>
    </div>
  )
}

const OPTIONS = ['exactMarks', 'matchCase', 'wholeWord'] as const

function FindOptionChips(): ReactElement {
  const options = useFind()
  return (
    <div className="find-row">
      {OPTIONS.map((option) => (
        <Chip
          key={option}
          size="xs"
          checked={options[option]}
          onChange={(checked) => changeSearch({ [option]: checked })}
        >
          {t(`find:options.${option}`)}
        </Chip>
      ))}
      {!options.replacing && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => useFind.setState({ replacing: true })}
        >
          {t('find:replace.open')}
        </Button>
      )}
    </div>
  )
}

function handleKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'Escape') {
    event.preventDefault()
    closeFind()
  } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
    if (event.target.type !== 'text') return
    event.preventDefault()
    if (event.target.dataset['replacement'] !== undefined) replaceCurrent()
    else findNext(event.shiftKey ? -1 : 1)
  }
}
