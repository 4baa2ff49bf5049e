import { sizeWords } from '#renderer/ui/size-words.ts'
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
import { useStudio } from '#renderer/features/studio/studio-store.ts'
import { t } from '#renderer/i18n/i18n.ts'
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

/** Encodings in the order in which they are offered. */
const ENCODINGS: readonly TextEncoding[] = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1256',
  'macintosh',
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
      title={t('import:title')}
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
    <WorkingStep
      words={t('import:reading.file', { name })}
      label={t('import:reading.progress')}
      share={sent}
    >
      <Button ref={focusIfLost} variant="default" onClick={closeImport}>
        {t('import:cancel')}
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
          {t('import:failed.tryAgain')}
        </Button>
        <Button ref={focusIfLost} onClick={closeImport}>
          {t('import:failed.close')}
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
          {t('import:cancel')}
        </Button>
        <Button type="submit" disabled={count === 0}>
          {t('import:import', { count })}
        </Button>
      </DialogActions>
    </ChoicesForm>
  )
}

function tooMany(missing: number): string[] {
  return missing === 0 ? [] : [t('import:noRoom', { count: missing })]
}

function Source({ read }: { readonly read: ImportedFile }): ReactElement {
  const { source, encoding } = useImport()
  const { format } = read
  return (
    <div className="import-source">
      <p>
        <strong className="file-name">{source?.name}</strong>{' '}
        <span className="text-secondary">
          {source?.file
            ? t('import:source.formatAndSize', { format, size: sizeWords(source.file.size) })
            : t('import:source.format', { format })}
        </span>
      </p>
      {source?.file && read.encoding && (
        <ChoiceSelect
          label={t('import:encoding.label')}
          choices={encodingChoices(encoding === '' ? read.encoding : undefined)}
          value={encoding}
          onChoose={chooseEncoding}
        />
      )}
    </div>
  )
}

/** All encodings, behind the one that was recognised or, where there is none, the offer to recognise it again. */
function encodingChoices(recognised?: TextEncoding): readonly Choice<TextEncoding | ''>[] {
  const label = recognised
    ? t('import:encoding.recognised', { encoding: encodingName(recognised) })
    : t('import:encoding.recogniseAgain')
  return [
    { value: '', label },
    ...ENCODINGS.map((encoding) => ({ value: encoding, label: encodingName(encoding) })),
  ]
}

function encodingName(encoding: TextEncoding): string {
  return t(`import:encoding.names.${encoding}`)
}

function Warnings({
  sentences,
}: {
  readonly sentences: readonly string[]
}): ReactElement | undefined {
  if (sentences.length === 0) return undefined
  return (
    <ul className="import-warnings" aria-label={t('import:warnings.label')}>
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
      label={t('import:directions.speak')}
      description={t('import:directions.found', { count: directions.length, examples })}
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
  const languages = languageMix(lines, voices)
    .map(([code, count]) =>
      t('import:summary.language', { language: languageName(code), lines: count }),
    )
    .join(', ')
  const words = {
    lines: t('import:lines', { count: spoken }),
    characters: t('import:summary.characters', { count: letters }),
  }
  const counts =
    chapters > 0
      ? t('import:summary.countsWithChapters', {
          ...words,
          chapters: t('import:summary.chapters', { count: chapters }),
        })
      : t('import:summary.counts', words)
  return (
    <p role="status">
      {languages === '' ? counts : t('import:summary.languages', { counts, languages })}
    </p>
  )
}

function PlaceChoice(): ReactElement {
  const { place, afterId } = useImport()
  const all = useStudio((state) => state.script.lines)
  const number = all.findIndex(({ id }) => id === afterId) + 1
  const places: { readonly value: Place; readonly label: string }[] = [
    ...(number > 0
      ? [{ value: 'after' as const, label: t('import:place.after', { number: String(number) }) }]
      : []),
    { value: 'end', label: t('import:place.end') },
    { value: 'replace', label: t('import:place.replace') },
  ]
  return (
    <fieldset className="bitrate">
      <legend className="field-label">{t('import:place.label')}</legend>
      <SegmentedControl
        fullWidth
        aria-label={t('import:place.label')}
        value={place}
        data={places}
        onChange={(value) => useImport.setState({ place: value as Place })}
      />
      {place === 'replace' && all.length > 0 && (
        <p className="text-secondary">{t('import:place.goesAway', { count: all.length })}</p>
      )}
    </fieldset>
  )
}
