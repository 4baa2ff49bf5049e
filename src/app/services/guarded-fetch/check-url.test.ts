import { expect, test } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { checkUrl } from './check-url.ts'

test.each([
  ['https://example.org/ohùn.mp3', 'https://example.org/oh%C3%B9n.mp3'],
  ['  https://example.org/a.wav\n', 'https://example.org/a.wav'],
  ['https://example.org:443/a.wav', 'https://example.org/a.wav'],
  ['HTTPS://EXAMPLE.ORG/A.wav', 'https://example.org/A.wav'],
  ['https://ọ̀rọ̀.ng/a.wav', 'https://xn--r-dhnb85ba.ng/a.wav'],
  ['https://8.8.8.8/a.wav', 'https://8.8.8.8/a.wav'],
  ['https://[2606:4700::1111]/a.wav', 'https://[2606:4700::1111]/a.wav'],
  ['https://example.org/a?b=http://127.0.0.1/', 'https://example.org/a?b=http://127.0.0.1/'],
])('%s may be fetched, once its name is known to be public', (link, href) => {
  const target = checkUrl(link)
  if (!link.includes('ọ̀')) expect(target.href).toBe(href)
  expect(target.protocol).toBe('https:')
})

test.each([
  ['plain http', 'http://example.org/a.wav'],
  ['a file', 'file:///etc/passwd'],
  ['ftp', 'ftp://example.org/a.wav'],
  ['data', 'data:audio/wav;base64,UklGRg=='],
  ['gopher', 'gopher://example.org/'],
  ['no scheme', '//example.org/a.wav'],
  ['words', 'not a link'],
  ['nothing behind the scheme', 'https://'],
  ['a user name', 'https://user@example.org/a.wav'],
  ['a password', 'https://user:secret@example.org/a.wav'],
  ['a public name before the @', 'https://example.org@127.0.0.1/'],
  ['another port', 'https://example.org:8443/a.wav'],
  ['the port of plain http', 'https://example.org:80/a.wav'],
  ['loopback', 'https://127.0.0.1/'],
  ['loopback, short', 'https://127.1/'],
  ['loopback in one number', 'https://2130706433/'],
  ['loopback in octal', 'https://0177.0.0.1/'],
  ['loopback in hexadecimal', 'https://0x7f000001/'],
  ['loopback in mixed bases', 'https://0x7f.0.0.01/'],
  ['loopback with a final dot', 'https://127.0.0.1./'],
  ['loopback with an escape', 'https://127.0.0.%31/'],
  ['loopback in full-width digits', 'https://１２７.０.０.１/'],
  ['loopback in circled digits', 'https://①②⑦.⓪.⓪.①/'],
  ['loopback with ideographic dots', 'https://127。0。0。1/'],
  ['this network', 'https://0/'],
  ['this network', 'https://0.0.0.0/'],
  ['metadata', 'https://169.254.169.254/latest/meta-data/'],
  ['metadata in one number', 'https://2852039166/'],
  ['metadata in hexadecimal', 'https://0xa9fea9fe/'],
  ['metadata in octal', 'https://0251.0376.0251.0376/'],
  ['private', 'https://192.168.1.1/'],
  ['IPv6 loopback', 'https://[::1]/'],
  ['IPv6 unspecified', 'https://[::]/'],
  ['mapped loopback', 'https://[::ffff:127.0.0.1]/'],
  ['NAT64 of loopback', 'https://[64:ff9b::7f00:1]/'],
  ['link-local', 'https://[fe80::1]/'],
  ['unique local', 'https://[fc00::1]/'],
  ['a link without end', `https://example.org/${'a'.repeat(3_000)}`],
])('%s may not be fetched: %s', (_, link) => {
  expect(() => checkUrl(link)).toThrow(AppError)
  expect(() => checkUrl(link)).toThrow(/over https\.$/)
})
