import { Button, Loader } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { askLibrary } from '#renderer/features/voices/asking.ts'
import { RECORD } from '#renderer/features/voices/places.ts'
import type { ScriptDoor } from '#renderer/features/voices/script-door.ts'
import { placesOf } from '#renderer/features/voices/used-in.ts'
import { knownVoices, useVoices } from '#renderer/features/voices/voices-store.ts'
import { WaitingClips } from '#renderer/features/voices/waiting-clips.tsx'
import { ErrorAlert } from '#renderer/ui/error-alert.tsx'
import { LanguageChip, languageName } from '#renderer/ui/language-chip.tsx'
import { FilterRow } from './filter-row.tsx'
import { isFiltered, NO_FILTERS, type Shelf, shelvesOf } from './library.ts'
import { VoiceCard } from './voice-card.tsx'

/** Every voice that can be spoken with, on shelves. */
export function LibraryView({ script }: { script: ScriptDoor }): ReactElement {
  const { voices, filters, favourites } = useVoices()
  const known = knownVoices(voices)
  const shelves = shelvesOf(known, filters, favourites)
  const hasOwn = known.some(({ kind }) => kind === 'custom')
  return (
    <>
      <header className="screen-head voices-head">
        <div>
          <h1>Voices</h1>
          <p>Each of them speaks all six languages, and sounds most at home in its own.</p>
        </div>
        <Button
          component="a"
          href={RECORD}
          size="md"
          leftSection={<IconMicrophone size={20} aria-hidden="true" />}
        >
          Record a voice
        </Button>
      </header>
      <WaitingClips />
      <FilterRow />
      {voices.status === 'loading' && <Loader type="dots" aria-label="Looking for voices" />}
      {voices.status === 'failed' && (
        <ErrorAlert onRetry={() => void askLibrary()}>
          {`The voices could not be listed. ${voices.reason}`}
        </ErrorAlert>
      )}
      {voices.status === 'loaded' && !hasOwn && !isFiltered(filters) && <NoOwnVoices />}
      {shelves.map((shelf) => (
        <ShelfPart key={shelf.id} shelf={shelf} script={script} />
      ))}
      {voices.status === 'loaded' && shelves.length === 0 && <NothingFound />}
    </>
  )
}

function ShelfPart({ shelf, script }: { shelf: Shelf; script: ScriptDoor }): ReactElement {
  const titleId = `shelf-${shelf.id}`
  return (
    <section className="shelf" aria-labelledby={titleId}>
      <h2 id={titleId}>
        {shelf.id === 'own' ? (
          'Your voices'
        ) : (
          <>
            <span aria-hidden="true">
              <LanguageChip code={shelf.id} />
            </span>
            {languageName(shelf.id)}
          </>
        )}
      </h2>
      <ul className="cards">
        {shelf.voices.map((voice) => (
          <VoiceCard
            key={voice.id}
            voice={voice}
            usedIn={placesOf(script.lines, voice.id).length}
            onUse={script.use}
          />
        ))}
      </ul>
    </section>
  )
}

function NoOwnVoices(): ReactElement {
  return (
    <section className="own-empty" aria-labelledby="own-empty-title">
      <IconMicrophone size={32} stroke={1.5} aria-hidden="true" />
      <div>
        <h2 id="own-empty-title">Your own voice is not here yet</h2>
        <p>
          Read one sentence aloud, or drop a recording of somebody who agrees. Ten seconds are
          enough, and they stay on this computer.
        </p>
      </div>
      <Button component="a" href={RECORD} variant="default">
        Make your voice
      </Button>
    </section>
  )
}

function NothingFound(): ReactElement {
  return (
    <div className="voices-none">
      <p>No voice is like that.</p>
      <Button variant="default" onClick={() => useVoices.setState({ filters: NO_FILTERS })}>
        Show all voices
      </Button>
    </div>
  )
}
