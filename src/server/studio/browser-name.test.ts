import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

const MOZILLA = 'Mozilla/5.0'
const WINDOWS = '(Windows NT 10.0; Win64; x64)'
const LIKE_CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0'

test.each([
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [`${MOZILLA} ${WINDOWS} ${LIKE_CHROME} Safari/537.36`, 'Chrome on Windows'],
  [`${MOZILLA} ${WINDOWS} ${LIKE_CHROME} Safari/537.36 Edg/148.0.0.0`, 'Edge on Windows'],
  [`${MOZILLA} (X11; CrOS x86_64 16000.0.0) ${LIKE_CHROME} Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari on iOS',
  ],
  [
    `${MOZILLA} (Linux; Android 15; Pixel 9) ${LIKE_CHROME} Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  ['curl/8.9.1', 'A browser'],
  ['', 'A browser'],
  [undefined, 'A browser'],
  ['<script>alert(1)</script> Firefox/1\u202e', 'Firefox'],
])('a browser that calls itself %j is listed as %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
