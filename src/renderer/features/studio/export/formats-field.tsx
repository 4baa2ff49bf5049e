import { Accordion, Checkbox } from '@mantine/core'
import type { ReactElement } from 'react'
import { t } from '#renderer/i18n/i18n.ts'
import { FORMAT_CHOICES, type FormatChoice, formatName, formatUse } from './export-formats.ts'
import { choose, useExport } from './export-store.ts'

const MORE = ['phone', 'text'] as const

const choicesOf = (group: FormatChoice['group']): readonly FormatChoice[] =>
  FORMAT_CHOICES.filter((choice) => choice.group === group)

/** Formats of the files; several may be chosen. Those for telephones and those of words are folded in. */
export function FormatsField(): ReactElement {
  const { formats } = useExport((state) => state.choices)
  // Settings may come while the dialog is open: what they choose is then unfolded too.
  const begun = useExport((state) => state.begun?.formats.join(' '))
  const isOpen = MORE.filter((group) =>
    choicesOf(group).some(({ format }) => formats.includes(format)),
  )
  return (
    <fieldset className="export-formats">
      <legend className="field-label">{t('export:formats.label')}</legend>
      <Boxes group="sound" />
      <Accordion
        key={begun}
        multiple
        defaultValue={isOpen}
        variant="default"
        chevronPosition="left"
      >
        {MORE.map((group) => (
          <Accordion.Item key={group} value={group}>
            <Accordion.Control>{withChosen(group, formats)}</Accordion.Control>
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
  group: (typeof MORE)[number],
  formats: readonly FormatChoice['format'][],
): string {
  const name = t(`export:formats.groups.${group}`)
  const chosen = choicesOf(group).filter(({ format }) => formats.includes(format))
  return chosen.length === 0
    ? name
    : t('export:formats.groupWithChosen', {
        ...{ group: name, names: chosen.map(({ format }) => formatName(format)).join('; ') },
      })
}

function Boxes({ group }: { group: FormatChoice['group'] }): ReactElement {
  const { formats } = useExport((state) => state.choices)
  return (
    <div className="formats">
      {choicesOf(group).map(({ format }) => (
        <Checkbox
          key={format}
          checked={formats.includes(format)}
          label={formatName(format)}
          description={formatUse(format)}
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
