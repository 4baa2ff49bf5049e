import { Table } from '@mantine/core'
import type { ReactElement } from 'react'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { sizeWords } from '#renderer/ui/size-words.ts'
import type { Measured, Spread } from '#shared/history.ts'

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
        <h2 id="measured-title">Measured here</h2>
        <CopyButton value={JSON.stringify(measured, null, 2)} label="Copy as JSON" />
      </div>
      <p className="text-secondary">
        From what this computer has spoken: the median, and in brackets what 95 of 100 takes stay
        under. A real-time factor of 0.1 means ten seconds of speech in one.
      </p>
      <Table.ScrollContainer minWidth={320} type="native" tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {['Engine', 'Takes', 'Real-time factor', 'First sound', 'Memory'].map((name) => (
                <Table.Th key={name} scope="col">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {measured.map((one) => (
              <Table.Tr key={one.engine}>
                <Table.Th scope="row">{one.engine}</Table.Th>
                <Table.Td>{one.takes.toLocaleString()}</Table.Td>
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

const millisecondWords = (milliseconds: number): string => `${Math.round(milliseconds)} ms`

function spreadWords({ median, p95 }: Spread, words: (value: number) => string): string {
  return `${words(median)} (${words(p95)})`
}

function factorWords({ realTimeFactor }: Measured): string {
  if (!realTimeFactor) return 'Not known yet'
  return spreadWords(realTimeFactor, (factor) => factor.toFixed(3))
}
