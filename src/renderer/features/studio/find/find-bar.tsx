import { ActionIcon, Button, Chip, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactElement, useEffect, useRef } from 'react'
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
    <search className="find-bar" aria-label="Find in the script" onKeyDown={handleKey}>
      <div className="find-row">
        <SearchBox />
        <FindCount />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Previous place"
          title="Previous (Shift+Enter)"
          onClick={() => findNext(-1)}
        >
          <IconArrowUp size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Next place"
          title="Next (Enter)"
          onClick={() => findNext(1)}
        >
          <IconArrowDown size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Close the search"
          title="Close (Escape)"
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
      aria-label="Find"
      placeholder="Find"
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
  const words = count === 0 ? 'Nothing found' : `${current + 1} of ${count.toLocaleString('en')}`
  return <output className="find-count text-secondary">{query === '' ? '' : words}</output>
}

function ReplaceRow(): ReactElement {
  const replacement = useFind((state) => state.replacement)
  const isEmpty = useFind((state) => state.matches.length === 0)
  return (
    <div className="find-row">
      <TextInput
        className="find-box"
        aria-label="Replace with"
        placeholder="Replace with"
        value={replacement}
        onChange={(event) => useFind.setState({ replacement: event.currentTarget.value })}
      />
      <Button size="compact-md" variant="default" disabled={isEmpty} onClick={replaceCurrent}>
        Replace
      </Button>
      <Button size="compact-md" variant="default" disabled={isEmpty} onClick={replaceAll}>
        Replace all
      </Button>
    </div>
  )
}

const OPTIONS = [
  { option: 'exactMarks', label: 'Exact marks' },
  { option: 'matchCase', label: 'Capitals' },
  { option: 'wholeWord', label: 'Whole words' },
] as const

function FindOptionChips(): ReactElement {
  const options = useFind()
  return (
    <div className="find-row">
      {OPTIONS.map(({ option, label }) => (
        <Chip
          key={option}
          size="xs"
          checked={options[option]}
          onChange={(checked) => changeSearch({ [option]: checked })}
        >
          {label}
        </Chip>
      ))}
      {!options.replacing && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => useFind.setState({ replacing: true })}
        >
          Replace…
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
    const isReplacement = event.target.getAttribute('aria-label') === 'Replace with'
    if (isReplacement) replaceCurrent()
    else findNext(event.shiftKey ? -1 : 1)
  }
}
