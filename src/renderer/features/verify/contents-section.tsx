import { Radio, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import { NameField } from './name-field.tsx'
import { SaveRow } from './save-row.tsx'
import type { Signing } from './signing-store.ts'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'
import { groupFingerprint } from './verdict-facts.ts'

interface ContentsSectionProps {
  readonly settings: ProvenanceSettings
  readonly preview: Signing['preview']
}

const FIELDS = ['author', 'trainingMining', 'namesClonedVoices', 'flac'] as const

/** Settings for the contents of a manifest, with a preview. */
export function ContentsSection({ settings, preview }: ContentsSectionProps): ReactElement {
  const form = useSettingsForm(settings, FIELDS)
  return (
    <section className="verify-section" aria-labelledby="contents-title">
      <div>
        <h2 id="contents-title">What is written into your files</h2>
        <p className="text-secondary">
          Never the text, and never your name or this computer’s name unless you enter it here.
        </p>
      </div>
      <div className="contents">
        <form className="signing-form" noValidate onSubmit={form.submit}>
          <NameField
            form={form}
            field="author"
            label="Author"
            description="Written into the files that you export. If empty, no author is named."
          />
          <TrainingChoice form={form} />
          <Switch
            size="md"
            label="Include the names of cloned voices"
            description="Otherwise a file says only that its voice was cloned from a recording."
            checked={form.values.namesClonedVoices}
            onChange={(event) => form.change({ namesClonedVoices: event.currentTarget.checked })}
          />
          <FlacChoice form={form} />
          <SaveRow form={form} />
        </form>
        <Preview rows={preview} isOutdated={form.isChanged} />
      </div>
    </section>
  )
}

const TRAINING_OPTIONS = [
  { value: 'unsaid', label: 'Not stated' },
  { value: 'allowed', label: 'Allowed' },
  { value: 'notAllowed', label: 'Not allowed' },
  { value: 'constrained', label: 'Only with my permission' },
] as const

function TrainingChoice({ form }: { form: SettingsForm }): ReactElement {
  return (
    <Radio.Group
      label="AI training and data mining with your files"
      value={form.values.trainingMining ?? 'unsaid'}
      onChange={(value) => {
        const choice = TRAINING_OPTIONS.find((known) => known.value === value)?.value
        form.change({ trainingMining: choice === 'unsaid' ? undefined : choice })
      }}
    >
      <div className="signing-choices">
        {TRAINING_OPTIONS.map(({ value, label }) => (
          <Radio key={value} value={value} label={label} />
        ))}
      </div>
    </Radio.Group>
  )
}

function FlacChoice({ form }: { form: SettingsForm }): ReactElement {
  return (
    <Radio.Group
      label="Manifest of FLAC files"
      value={form.values.flac}
      onChange={(value) => form.change({ flac: value === 'sidecar' ? 'sidecar' : 'embed' })}
    >
      <div className="signing-choices">
        <Radio
          value="embed"
          label="Inside the file"
          description="It cannot get lost, but Firefox does not play such files."
        />
        <Radio
          value="sidecar"
          label="In a separate .c2pa file"
          description="Plays in Firefox too. Always pass on both files together."
        />
      </div>
    </Radio.Group>
  )
}

/** `isOutdated`: the form has unsaved edits. */
function Preview(props: {
  readonly rows: Signing['preview']
  readonly isOutdated: boolean
}): ReactElement {
  return (
    <div className="preview">
      <h3>An exported file will say</h3>
      <dl className="facts" aria-label="What is written">
        {props.rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {/^[0-9a-f]{64}$/.test(value) ? (
                <code>{groupFingerprint(value)}</code>
              ) : (
                <bdi>{value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {props.isOutdated && (
        <p className="text-secondary">Current settings. Save to see your changes here.</p>
      )}
    </div>
  )
}
