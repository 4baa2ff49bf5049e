import { Accordion, Checkbox } from '@mantine/core'
import type { ReactElement } from 'react'
import { FORMAT_CHOICES, type FormatChoice, formatName } from './export-formats.ts'
import { choose, useExport } from './export-store.ts'

const MORE = [
  { group: 'phone', name: 'For telephones' },
  { group: 'text', name: 'Subtitles, times and texts' },
] as const

const choicesOf = (group: FormatChoice['group']): readonly FormatChoice[] =>
  FORMAT_CHOICES.filter((choice) => choice.group === group)

/** Formats of the files; several may be chosen. Those for telephones and those of words are folded in. */
export function FormatsField(): ReactElement {
  const { formats } = useExport((state) => state.choices)
  // Settings may come while the dialog is open: what they choose is then unfolded too.
  const begun = useExport((state) => state.begun?.formats.join(' '))
  const isOpen = MORE.filter(({ group }) =>
    choicesOf(group).some(({ format }) => formats.includes(format)),
  ).map(({ group }) => group)
  return (
    <fieldset className="export-formats">
      <legend className="field-label">Formats</legend>
      <Boxes group="sound" />
      <Accordion
        key={begun}
        multiple
        defaultValue={isOpen}
        variant="default"
        chevronPosition="left"
      >
        {MORE.map(({ group, name }) => (
          <Accordion.Item key={group} value={group}>
            <Accordion.Control>{withChosen(name, group, formats)}</Accordion.Control>
            <Accordion.Panel>
              <Boxes group={group} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </fieldset>
  )
}

/** The name of a group, with what is chosen in it, so that nothing chosen is out of sight. */
function withChosen(
  name: string,
  group: FormatChoice['group'],
  formats: readonly FormatChoice['format'][],
): string {
  const chosen = choicesOf(group).filter(({ format }) => formats.includes(format))
  return chosen.length === 0
    ? name
    : `${name}: ${chosen.map(({ format }) => formatName(format)).join('; ')}`
}

function Boxes({ group }: { group: FormatChoice['group'] }): ReactElement {
  const { formats } = useExport((state) => state.choices)
  return (
    <div className="formats">
      {choicesOf(group).map(({ format, name, goodFor }) => (
        <Checkbox
          key={format}
          checked={formats.includes(format)}
          label={name}
          description={goodFor}
          onChange={(event) =>
            choose({
              formats: event.currentTarget.checked
                ? [...formats, format]
                : formats.filter((other) => other !== format),
            })
          }
        />
      ))}
    </div>
  )
}
