import { Button, Modal } from '@mantine/core'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { announce } from '#renderer/ui/announce.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { FIXED_KEYS, SHORTCUTS, type ShortcutId, type ShortcutInfo } from '#shared/shortcuts.ts'
import { formatKeys, keysOfPress } from './key-bindings.ts'
import { useShortcutSheet } from './shortcut-sheet-store.ts'
import { assignKeys, keysOf, resetKeys, shortcutWith, useShortcuts } from './shortcut-store.ts'
import { runShortcut } from './shortcuts.ts'

/** Dialog that lists all shortcuts, with a search: to change their keys, or to run one. */
export function ShortcutSheet(): ReactElement {
  const { opened, running } = useShortcutSheet()
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={running ? 'Run a command' : 'Keyboard shortcuts'}
    >
      {running ? <Commands /> : <ShortcutList hasFocus />}
    </Modal>
  )
}

function close(): void {
  useShortcutSheet.setState({ opened: false })
}

function useFound(search: string): readonly ShortcutInfo[] {
  const shortcuts = useShortcuts()
  const query = search.trim().toLowerCase()
  return SHORTCUTS.map((shortcut) => ({
    ...shortcut,
    keys: keysOf(shortcut.id, shortcuts),
  })).filter(({ keys, name }) => `${name} ${formatKeys(keys)}`.toLowerCase().includes(query))
}

/** Commands by name: Enter runs the first one that is found. */
function Commands(): ReactElement {
  const [search, setSearch] = useState('')
  const found = useFound(search)
  const run = (id: ShortcutId): void => {
    close()
    // The dialog gives the focus back first, so that a command may move it.
    setTimeout(() => runShortcut(id), 50)
  }
  return (
    <>
      <SearchField
        aria-label="Search commands"
        value={search}
        onSearch={setSearch}
        data-autofocus
        onKeyDown={(event) => {
          const [first] = found
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && first) run(first.id)
        }}
      />
      <ul className="commands">
        {found.map(({ id, name, keys }) => (
          <li key={id}>
            <button type="button" onClick={() => run(id)}>
              <span>{name}</span>
              {keys !== '' && <kbd>{formatKeys(keys)}</kbd>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-secondary">No command matches your search.</p>}
    </>
  )
}

/** All shortcuts with their keys, which may be changed, and a search. `hasFocus`: the search has the focus in a dialog. */
export function ShortcutList({ hasFocus = false }: { hasFocus?: boolean }): ReactElement {
  const [search, setSearch] = useState('')
  const found = useFound(search)
  const query = search.trim().toLowerCase()
  const fixed = FIXED_KEYS.filter(({ keys, name }) =>
    `${name} ${formatKeys(keys)}`.toLowerCase().includes(query),
  )
  const isChanged = useShortcuts(({ chosen }) => Object.keys(chosen).length > 0)
  return (
    <>
      <SearchField
        aria-label="Search shortcuts"
        value={search}
        onSearch={setSearch}
        data-autofocus={hasFocus || undefined}
      />
      <p className="text-secondary">Choose the keys of a shortcut to change them.</p>
      <dl className="shortcuts">
        {found.map((shortcut) => (
          <ShortcutRow key={shortcut.id} shortcut={shortcut} />
        ))}
        {fixed.map(({ keys, name }) => (
          <div key={keys}>
            <dt>{name}</dt>
            <dd>
              <kbd>{formatKeys(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      {found.length + fixed.length === 0 && (
        <p className="text-secondary">No shortcut matches your search.</p>
      )}
      {isChanged && (
        <Button variant="default" size="compact-md" onClick={() => resetKeys()}>
          Reset all shortcuts
        </Button>
      )}
    </>
  )
}

/** Shortcut whose keys are changed by pressing others; keys that another one has are taken from it only when a person says so. */
function ShortcutRow({ shortcut }: { shortcut: ShortcutInfo }): ReactElement {
  const { id, name, keys } = shortcut
  const [state, setState] = useState<'shown' | 'waiting' | { readonly wanted: string }>('shown')
  const isOwn = SHORTCUTS.find((own) => own.id === id)?.keys === keys
  const onKeyDown = (event: KeyboardEvent): void => {
    if (state !== 'waiting' || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') {
      setState('shown')
      return
    }
    const pressed = keysOfPress(event)
    if (pressed === undefined) return
    if (shortcutWith(pressed, id)) setState({ wanted: pressed })
    else take(pressed)
  }
  const take = (pressed: string): void => {
    assignKeys(id, pressed)
    setState('shown')
    announce(`${name}: ${formatKeys(pressed)}.`)
  }
  return (
    <div>
      <dt>
        {name}
        {typeof state === 'object' && (
          <Conflict
            keys={state.wanted}
            owner={shortcutWith(state.wanted, id)?.name ?? ''}
            onTake={() => take(state.wanted)}
            onCancel={() => setState('shown')}
          />
        )}
      </dt>
      <dd>
        {!isOwn && (
          <button
            type="button"
            className="text-button"
            aria-label={`Reset the keys of “${name}”`}
            onClick={() => resetKeys(id)}
          >
            Reset
          </button>
        )}
        <button
          type="button"
          className="shortcut-keys"
          aria-label={`Keys of “${name}”: ${keys === '' ? 'none' : formatKeys(keys)}`}
          onClick={() => setState('waiting')}
          onBlur={() => state === 'waiting' && setState('shown')}
          onKeyDown={onKeyDown}
        >
          <kbd>{state === 'waiting' ? 'Press the keys…' : formatKeys(keys) || 'None'}</kbd>
        </button>
      </dd>
    </div>
  )
}

function Conflict(props: {
  readonly keys: string
  readonly owner: string
  readonly onTake: () => void
  readonly onCancel: () => void
}): ReactElement {
  return (
    <div className="shortcut-conflict" role="alert">
      {formatKeys(props.keys)} belongs to “{props.owner}”.{' '}
      <button type="button" className="text-button" onClick={props.onTake}>
        Take it from there
      </button>{' '}
      <button type="button" className="text-button" onClick={props.onCancel}>
        Cancel
      </button>
    </div>
  )
}
