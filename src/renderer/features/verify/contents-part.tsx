import { Radio, Switch } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ProvenanceSettings } from '#shared/provenance.ts'
import { NameField } from './name-field.tsx'
import { SaveRow } from './save-row.tsx'
import type { Signing } from './signing-store.ts'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'
import { spacedFingerprint } from './verdict-facts.ts'

interface ContentsPartProps {
  readonly settings: ProvenanceSettings
  readonly preview: Signing['preview']
}

const FIELDS = ['author', 'trainingMining', 'namesClonedVoices', 'flac'] as const

/** What the owner adds to the manifest of a file, and exactly what it says then. */
export function ContentsPart({ settings, preview }: ContentsPartProps): ReactElement {
  const form = useSettingsForm(settings, FIELDS)
  return (
    <section className="verify-part" aria-labelledby="contents-title">
      <div>
        <h2 id="contents-title">What is written into your files</h2>
        <p className="quiet">
          Never the text, nor your name or that of this computer, unless you put it here.
        </p>
      </div>
      <div className="contents">
        <form className="signing-form" noValidate onSubmit={form.submit}>
          <NameField
            form={form}
            field="author"
            label="Author"
            description="Written into the files that you export. Left empty: nobody is named."
          />
          <TrainingChoice form={form} />
          <Switch
            size="md"
            label="Name cloned voices"
            description="Otherwise a file says only that its voice was cloned from a recording."
            checked={form.wanted.namesClonedVoices}
            onChange={(event) => form.change({ namesClonedVoices: event.currentTarget.checked })}
          />
          <FlacChoice form={form} />
          <SaveRow form={form} />
        </form>
        <Preview rows={preview} isOld={form.isChanged} />
      </div>
    </section>
  )
}

const TRAINING = [
  { value: 'unsaid', words: 'Say nothing about it' },
  { value: 'allowed', words: 'Allowed' },
  { value: 'notAllowed', words: 'Not allowed' },
  { value: 'constrained', words: 'Only with my permission' },
] as const

function TrainingChoice({ form }: { form: SettingsForm }): ReactElement {
  return (
    <Radio.Group
      label="Training of models and data mining with your files"
      value={form.wanted.trainingMining ?? 'unsaid'}
      onChange={(value) => {
        const choice = TRAINING.find((known) => known.value === value)?.value
        form.change({ trainingMining: choice === 'unsaid' ? undefined : choice })
      }}
    >
      <div className="signing-choices">
        {TRAINING.map(({ value, words }) => (
          <Radio key={value} value={value} label={words} />
        ))}
      </div>
    </Radio.Group>
  )
}

function FlacChoice({ form }: { form: SettingsForm }): ReactElement {
  return (
    <Radio.Group
      label="Where it goes in FLAC files"
      value={form.wanted.flac}
      onChange={(value) => form.change({ flac: value === 'sidecar' ? 'sidecar' : 'embed' })}
    >
      <div className="signing-choices">
        <Radio
          value="embed"
          label="Into the file"
          description="It cannot get lost on the way. Firefox does not play such a file."
        />
        <Radio
          value="sidecar"
          label="Into a .c2pa file beside it"
          description="Plays in Firefox too. Pass both files on together."
        />
      </div>
    </Radio.Group>
  )
}

/** `isOld`: the form beside it says something else by now. */
function Preview(props: {
  readonly rows: Signing['preview']
  readonly isOld: boolean
}): ReactElement {
  return (
    <div className="preview">
      <h3>An exported file says</h3>
      <dl className="facts" aria-label="What is written">
        {props.rows.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {/^[0-9a-f]{64}$/.test(value) ? (
                <code>{spacedFingerprint(value)}</code>
              ) : (
                <bdi>{value}</bdi>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {props.isOld && <p className="quiet">As it is now. Save to see your changes here.</p>}
    </div>
  )
}
