import { expect, test } from 'vitest'
import { SAMPLE_RATE } from '#shared/audio.ts'
import { growPlaylist } from './growing-playlist.ts'
import { hearInBrowser, hlsPage } from './hls-in-browser.ts'
import { longSpeech, READY_SECONDS, TOLERANCE, testPlayers } from './playlist-players.ts'

const spoken = longSpeech()

testPlayers(['mpv', 'gst-launch-1.0'], spoken)

test.each(['chromium', 'firefox'] as const)(
  'hls.js in %s plays a playlist that grows from its beginning to its end',
  async (browser) => {
    let url = ''
    const page = hlsPage(() => url)
    const playlist = await growPlaylist(spoken.host(), spoken.samples(), READY_SECONDS, page.answer)
    url = playlist.url
    try {
      const heard = await hearInBrowser(browser, new URL(url).origin, page.heard)
      const whole = spoken.samples().length / SAMPLE_RATE
      const isWhole = (heard.from ?? 9) < 0.1 && Math.abs((heard.to ?? 0) - whole) < TOLERANCE
      expect({ ...heard, whole, isWhole }).toMatchObject({ isWhole: true })
    } finally {
      await playlist.close()
    }
  },
)
