import { Button, Modal } from '@mantine/core'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { announce } from '#renderer/ui/announce.tsx'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { FIXED_KEYS, SHORTCUTS, type ShortcutId, type ShortcutInfo } from '#shared/shortcuts.ts'
import { formatKeys, keysOfPress } from './key-bindings.ts'
import { type NamedKeys, shortcutName } from './shortcut-name.ts'
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
      title={t(running ? 'studio:shortcuts.run' : 'studio:shortcuts.title')}
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
  })).filter((shortcut) => isFound(shortcut, query))
}

/** Whether a search finds a shortcut by its name or its keys. */
function isFound(shortcut: NamedKeys, query: string): boolean {
  const words = `${shortcutName(shortcut)} ${formatKeys(shortcut.keys)}`
  return words.toLowerCase().includes(query)
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
        aria-label={t('studio:shortcuts.searchCommands')}
        value={search}
        onSearch={setSearch}
        data-autofocus
        onKeyDown={(event) => {
          const [first] = found
          if (event.key === 'Enter' && !event.nativeEvent.isComposing && first) run(first.id)
        }}
      />
      <ul className="commands">
        {found.map((shortcut) => (
          <li key={shortcut.id}>
            <button type="button" onClick={() => run(shortcut.id)}>
              <span>{shortcutName(shortcut)}</span>
              {shortcut.keys !== '' && <kbd>{formatKeys(shortcut.keys)}</kbd>}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-secondary">{t('studio:shortcuts.noCommand')}</p>}
    </>
  )
}

/** All shortcuts with their keys, which may be changed, and a search. `hasFocus`: the search has the focus in a dialog. */
export function ShortcutList({ hasFocus = false }: { hasFocus?: boolean }): ReactElement {
  const [search, setSearch] = useState('')
  const found = useFound(search)
  const query = search.trim().toLowerCase()
  const fixed = FIXED_KEYS.filter((shortcut) => isFound(shortcut, query))
  const isChanged = useShortcuts(({ chosen }) => Object.keys(chosen).length > 0)
  return (
    <>
      <SearchField
        aria-label={t('studio:shortcuts.search')}
        value={search}
        onSearch={setSearch}
        data-autofocus={hasFocus || undefined}
      />
      <p className="text-secondary">{t('studio:shortcuts.hint')}</p>
      <dl className="shortcuts">
        {found.map((shortcut) => (
          <ShortcutRow key={shortcut.id} shortcut={shortcut} />
        ))}
        {fixed.map((shortcut) => (
          <div key={shortcut.keys}>
            <dt>{shortcutName(shortcut)}</dt>
            <dd>
              <kbd>{formatKeys(shortcut.keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      {found.length + fixed.length === 0 && (
        <p className="text-secondary">{t('studio:shortcuts.nothingFound')}</p>
      )}
      {isChanged && (
        <Button variant="default" size="compact-md" onClick={() => resetKeys()}>
          {t('studio:shortcuts.resetAll')}
        </Button>
      )}
    </>
  )
}

/** Shortcut whose keys are changed by pressing others; keys that another one has are taken from it only when a person says so. */
function ShortcutRow({ shortcut }: { shortcut: ShortcutInfo }): ReactElement {
  const { id, keys } = shortcut
  const name = shortcutName(shortcut)
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
    announce(t('studio:shortcuts.assigned', { name, keys: formatKeys(pressed) }))
  }
  const owner = typeof state === 'object' ? shortcutWith(state.wanted, id) : undefined
  return (
    <div>
      <dt>
        {name}
        {typeof state === 'object' && (
          <Conflict
            keys={state.wanted}
            owner={owner ? shortcutName(owner) : ''}
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
            aria-label={t('studio:shortcuts.resetOf', { name })}
            onClick={() => resetKeys(id)}
          >
            {t('studio:shortcuts.reset')}
          </button>
        )}
        <button
          type="button"
          className="shortcut-keys"
          aria-label={
            keys === ''
              ? t('studio:shortcuts.noKeysOf', { name })
              : t('studio:shortcuts.keysOf', { name, keys: formatKeys(keys) })
          }
          onClick={() => setState('waiting')}
          onBlur={() => state === 'waiting' && setState('shown')}
          onKeyDown={onKeyDown}
        >
          <kbd>
            {state === 'waiting'
              ? t('studio:shortcuts.press')
              : formatKeys(keys) || t('studio:shortcuts.none')}
          </kbd>
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
      {t('studio:shortcuts.belongTo', { keys: formatKeys(props.keys), name: props.owner })}{' '}
      <button type="button" className="text-button" onClick={props.onTake}>
        {t('studio:shortcuts.takeThem')}
      </button>{' '}
      <button type="button" className="text-button" onClick={props.onCancel}>
        {t('studio:shortcuts.cancel')}
      </button>
    </div>
  )
}
