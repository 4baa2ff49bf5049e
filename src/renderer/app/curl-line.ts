/** A shell line that speaks a sentence into hello.mp3 as it stands: the real address, the real key. */
export function curlLine(apiUrl: string, key: string): string {
  const url = new URL('/v1/speech', apiUrl).href
  const body = JSON.stringify({ text: 'Good morning from Griot.', voice: 'lina' })
  return [
    `curl ${url}`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
    '-o hello.mp3',
  ].join(' ')
}
