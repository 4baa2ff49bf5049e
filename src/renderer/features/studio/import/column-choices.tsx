import { Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { type Choice, ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { COLUMN_ROLES, type ColumnRole, type ImportedTable } from '#shared/imports.ts'
import { useImport } from './import-store.ts'

/** Letters of a cell that are shown as an example. */
const EXAMPLE_LENGTH = 60

/** What each column of a table holds, which a person can change. */
export function ColumnChoices({ table }: { readonly table: ImportedTable }): ReactElement {
  const { hasHeader, roles } = useImport((state) => state.columns)
  const first = table.rows[hasHeader ? 1 : 0] ?? []
  const choices = roleChoices()
  const setRole = (column: number, role: ColumnRole): void =>
    useImport.setState({ columns: { hasHeader, roles: withRole(roles, column, role) } })
  return (
    <fieldset className="import-part">
      <legend className="field-label">{t('import:columns.label')}</legend>
      <Switch
        label={t('import:columns.hasHeader')}
        checked={hasHeader}
        onChange={({ currentTarget }) =>
          useImport.setState({ columns: { roles, hasHeader: currentTarget.checked } })
        }
      />
      <div className="import-columns">
        {roles.map((role, column) => (
          <ChoiceSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place.
            key={column}
            label={columnName(table.rows[0]?.[column], hasHeader, column)}
            description={
              (first[column] ?? '').slice(0, EXAMPLE_LENGTH) || t('import:columns.empty')
            }
            choices={choices}
            value={role}
            onChoose={(value) => setRole(column, value)}
          />
        ))}
      </div>
    </fieldset>
  )
}

function roleChoices(): readonly Choice<ColumnRole>[] {
  return COLUMN_ROLES.map((role) => ({ value: role, label: t(`import:columns.roles.${role}`) }))
}

/** A role stands once: the column that had it is left out. */
function withRole(roles: readonly ColumnRole[], column: number, role: ColumnRole): ColumnRole[] {
  return roles.map((known, index) => {
    if (index === column) return role
    return known === role && role !== 'none' ? 'none' : known
  })
}

function columnName(cell: string | undefined, hasHeader: boolean, column: number): string {
  const name = hasHeader ? (cell ?? '').trim() : ''
  return name === '' ? t('import:columns.name', { number: String(column + 1) }) : name
}
