import { Modal } from '@mantine/core'
import { type ReactElement, useState } from 'react'
import { SearchField } from '#renderer/ui/search-field.tsx'
import { formatKeys } from './key-bindings.ts'
import { useShortcutSheet } from './shortcut-sheet-store.ts'
import { SHORTCUTS, TEXT_KEYS } from './shortcuts.ts'

/** Dialog that lists all shortcuts, with a search. */
export function ShortcutSheet(): ReactElement {
  const opened = useShortcutSheet((state) => state.opened)
  return (
    <Modal
      opened={opened}
      onClose={() => useShortcutSheet.setState({ opened: false })}
      title="Keyboard shortcuts"
    >
      <Sheet />
    </Modal>
  )
}

function Sheet(): ReactElement {
  const [search, setSearch] = useState('')
  const query = search.trim().toLowerCase()
  const found = [...SHORTCUTS, ...TEXT_KEYS].filter(({ keys, name }) =>
    `${name} ${formatKeys(keys)}`.toLowerCase().includes(query),
  )
  return (
    <>
      <SearchField
        aria-label="Search shortcuts"
        value={search}
        onSearch={setSearch}
        data-autofocus
      />
      <dl className="shortcuts">
        {found.map(({ keys, name }) => (
          <div key={keys}>
            <dt>{name}</dt>
            <dd>
              <kbd>{formatKeys(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      {found.length === 0 && <p className="text-secondary">No shortcut matches your search.</p>}
    </>
  )
}
