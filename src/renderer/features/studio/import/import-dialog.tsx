import './import.css'
import { Button, Modal, SegmentedControl, Switch } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactElement, useEffect, useMemo } from 'react'
import {
  ChoicesForm,
  DialogActions,
  Outcome,
  WorkingStep,
} from '#renderer/features/studio/dialog-steps.tsx'
import { formatSize } from '#renderer/features/studio/export/export-formats.ts'
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { type Choice, ChoiceSelect } from '#renderer/ui/choice-select.tsx'
import { focusIfLost } from '#renderer/ui/focus-if-lost.ts'
import { languageName } from '#renderer/ui/language-chip.tsx'
import { randomId } from '#renderer/ui/random-id.ts'
import type { ImportedFile, TextEncoding } from '#shared/imports.ts'
import type { ScriptLine } from '#shared/script.ts'
import { CastTable } from './cast-table.tsx'
import { ColumnChoices } from './column-choices.tsx'
import { type ImportPlan, languageMix, planImport, scriptLinesOf } from './import-plan.ts'
import { ImportPreview } from './import-preview.tsx'
import {
  chooseEncoding,
  closeImport,
  detectLanguagesOf,
  finishImport,
  orderOf,
  type Place,
  piecesOf,
  readSource,
  roomFor,
  useImport,
} from './import-store.ts'

const RECOGNISE = { value: '', label: 'Recognise again' } as const
const ENCODINGS: readonly Choice<TextEncoding | ''>[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16 LE' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
  { value: 'windows-1252', label: 'Windows-1252 (Western European)' },
  { value: 'windows-1256', label: 'Windows-1256 (Arabic)' },
  { value: 'macintosh', label: 'Mac OS Roman' },
]
/** Stage directions that are named as examples. */
const EXAMPLES = 3

/** Dialog that imports a script: what was read, who speaks, and where it goes. */
export function ImportDialog(): ReactElement {
  const { source, step } = useImport()
  return (
    <Modal
      opened={source !== undefined}
      onClose={closeImport}
      // A click beside the dialog must not throw choices away.
      closeOnClickOutside={false}
      title="Import a script"
      size={800}
      className="import-dialog"
    >
      {source && step.kind === 'reading' && <Reading name={source.name} sent={step.sent} />}
      {step.kind === 'failed' && <Failed message={step.message} />}
      {source && step.kind === 'ready' && <Choices read={step.read} />}
    </Modal>
  )
}

function Reading({ name, sent }: { readonly name: string; readonly sent: number }): ReactElement {
  return (
    <WorkingStep words={`Reading ${name}…`} label="Progress of reading" share={sent}>
      <Button ref={focusIfLost} variant="default" onClick={closeImport}>
        Cancel
      </Button>
    </WorkingStep>
  )
}

function Failed({ message }: { readonly message: string }): ReactElement {
  return (
    <div className="dialog-step">
      <Outcome state="failed">{message}</Outcome>
      <DialogActions>
        <Button variant="default" onClick={() => void readSource()}>
          Try again
        </Button>
        <Button ref={focusIfLost} onClick={closeImport}>
          Close
        </Button>
      </DialogActions>
    </div>
  )
}

function Choices({ read }: { readonly read: ImportedFile }): ReactElement {
  const { step, columns, chosen, speaksDirections, languages, afterId, place } = useImport()
  const voices = useStudio((state) => state.voices)
  const script = useStudio((state) => state.script)
  const pieces = useMemo(() => piecesOf({ step, columns }), [step, columns])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the order reads voices and the script of the studio.
  const order = useMemo(
    () => orderOf({ chosen, speaksDirections, languages, afterId }, pieces),
    [chosen, speaksDirections, languages, afterId, pieces, voices, script],
  )
  const plan = useMemo(() => planImport(order), [order])
  const lines = useMemo(() => scriptLinesOf(plan, order, randomId), [plan, order])
  const texts = useMemo(() => plan.lines.map(({ text }) => text).join('\n'), [plan])
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for the same texts.
  useEffect(() => {
    void detectLanguagesOf(plan)
  }, [texts])
  const missing = Math.max(0, lines.length - roomFor(place))
  const count = lines
    .slice(0, lines.length - missing)
    .filter(({ kind }) => kind !== 'chapter').length
  return (
    <ChoicesForm onSubmit={() => finishImport(plan, lines)}>
      <Source read={read} />
      <Warnings sentences={[...read.warnings, ...plan.notices, ...tooMany(missing)]} />
      {read.content.kind === 'table' && <ColumnChoices table={read.content} />}
      <CastTable cast={plan.cast} />
      <Directions directions={plan.directions} />
      <ImportPreview plan={plan} lines={lines} />
      <Summary lines={lines} />
      <PlaceChoice />
      <DialogActions>
        <Button variant="default" onClick={closeImport}>
          Cancel
        </Button>
        <Button type="submit" disabled={count === 0}>
          {count === 1 ? 'Import one line' : `Import ${count.toLocaleString('en')} lines`}
        </Button>
      </DialogActions>
    </ChoicesForm>
  )
}

function tooMany(missing: number): string[] {
  if (missing === 0) return []
  return [
    `The script has no room for the last ${missing.toLocaleString('en')} of these lines. Divide the file, or import it into a script of its own.`,
  ]
}

function Source({ read }: { readonly read: ImportedFile }): ReactElement {
  const { source, encoding } = useImport()
  const size = source?.file ? `, ${formatSize(source.file.size)}` : ''
  return (
    <div className="import-source">
      <p>
        <strong className="file-name">{source?.name}</strong>{' '}
        <span className="text-secondary">
          ({read.format}
          {size})
        </span>
      </p>
      {source?.file && read.encoding && (
        <ChoiceSelect
          label="Letters are stored as"
          choices={encoding === '' ? [recognised(read), ...ENCODINGS] : [RECOGNISE, ...ENCODINGS]}
          value={encoding}
          onChoose={chooseEncoding}
        />
      )}
    </div>
  )
}

function recognised({ encoding }: ImportedFile): Choice<TextEncoding | ''> {
  const known = ENCODINGS.find(({ value }) => value === encoding)
  return { value: '', label: `${known?.label ?? encoding} (recognised)` }
}

function Warnings({
  sentences,
}: {
  readonly sentences: readonly string[]
}): ReactElement | undefined {
  if (sentences.length === 0) return undefined
  return (
    <ul className="import-warnings" aria-label="What to know about this file">
      {sentences.map((sentence) => (
        <li key={sentence}>
          <IconInfoCircle size={20} aria-hidden="true" />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  )
}

function Directions({ directions }: Pick<ImportPlan, 'directions'>): ReactElement | undefined {
  const speaksDirections = useImport((state) => state.speaksDirections)
  if (directions.length === 0) return undefined
  const examples = [...new Set(directions)].slice(0, EXAMPLES).join(', ')
  return (
    <Switch
      label="Speak stage directions"
      description={`${directions.length.toLocaleString('en')} found, such as ${examples}. Those that are not spoken are kept as comments.`}
      checked={speaksDirections}
      onChange={({ currentTarget }) =>
        useImport.setState({ speaksDirections: currentTarget.checked })
      }
    />
  )
}

function Summary({ lines }: { readonly lines: readonly ScriptLine[] }): ReactElement {
  const voices = useStudio((state) => state.voices)
  const chapters = lines.filter(({ kind }) => kind === 'chapter').length
  const spoken = lines.length - chapters
  const letters = lines.reduce((sum, { text }) => sum + text.length, 0)
  const mix = languageMix(lines, voices)
    .map(([code, count]) => `${languageName(code)} ${count.toLocaleString('en')}`)
    .join(', ')
  const counts = [
    `${spoken.toLocaleString('en')} ${spoken === 1 ? 'line' : 'lines'}`,
    ...(chapters > 0
      ? [`${chapters.toLocaleString('en')} ${chapters === 1 ? 'chapter' : 'chapters'}`]
      : []),
    `${letters.toLocaleString('en')} characters`,
  ].join(', ')
  return (
    <p role="status">
      {counts}
      {mix !== '' && `. Languages: ${mix}`}
    </p>
  )
}

function PlaceChoice(): ReactElement {
  const { place, afterId } = useImport()
  const all = useStudio((state) => state.script.lines)
  const number = all.findIndex(({ id }) => id === afterId) + 1
  const places: { readonly value: Place; readonly label: string }[] = [
    ...(number > 0 ? [{ value: 'after' as const, label: `After line ${number}` }] : []),
    { value: 'end', label: 'At the end' },
    { value: 'replace', label: 'Replace the script' },
  ]
  return (
    <fieldset className="bitrate">
      <legend className="field-label">Where the lines go</legend>
      <SegmentedControl
        fullWidth
        aria-label="Where the lines go"
        value={place}
        data={places}
        onChange={(value) => useImport.setState({ place: value as Place })}
      />
      {place === 'replace' && all.length > 0 && (
        <p className="text-secondary">
          {all.length === 1
            ? 'The line that is there goes'
            : `The ${all.length} lines that are there go`}{' '}
          away. Undo brings them back.
        </p>
      )}
    </fieldset>
  )
}
