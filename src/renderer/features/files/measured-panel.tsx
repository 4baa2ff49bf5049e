import { Table } from '@mantine/core'
import type { ReactElement } from 'react'
import { numberWords } from '#renderer/i18n/format.ts'
import { t } from '#renderer/i18n/i18n.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { sizeWords } from '#renderer/ui/size-words.ts'
import type { Measured, Spread } from '#shared/history.ts'

const COLUMNS = ['engine', 'takes', 'factor', 'firstSound', 'memory'] as const

/** How quick this computer is, from its own takes; nothing where there are none. */
export function MeasuredPanel({
  measured,
}: {
  measured: readonly Measured[]
}): ReactElement | undefined {
  if (measured.length === 0) return undefined
  return (
    <section className="measured" aria-labelledby="measured-title">
      <div className="measured-head">
        <h2 id="measured-title">{t('files:measured.title')}</h2>
        <CopyButton value={JSON.stringify(measured, null, 2)} label={t('files:measured.copy')} />
      </div>
      <p className="text-secondary">{t('files:measured.about')}</p>
      <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {COLUMNS.map((column) => (
                <Table.Th key={column} scope="col">
                  {t(`files:measured.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {measured.map((one) => (
              <Table.Tr key={one.engine}>
                <Table.Th scope="row">{one.engine}</Table.Th>
                <Table.Td>{numberWords(one.takes)}</Table.Td>
                <Table.Td>{factorWords(one)}</Table.Td>
                <Table.Td>{spreadWords(one.firstSoundMs, millisecondWords)}</Table.Td>
                <Table.Td>{spreadWords(one.memoryBytes, sizeWords)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}

const millisecondWords = (milliseconds: number): string =>
  numberWords(Math.round(milliseconds), { style: 'unit', unit: 'millisecond' })

function spreadWords({ median, p95 }: Spread, words: (value: number) => string): string {
  return `${words(median)} (${words(p95)})`
}

function factorWords({ realTimeFactor }: Measured): string {
  if (!realTimeFactor) return t('files:measured.unknown')
  return spreadWords(realTimeFactor, (factor) =>
    numberWords(factor, { minimumFractionDigits: 3, maximumFractionDigits: 3 }),
  )
}
