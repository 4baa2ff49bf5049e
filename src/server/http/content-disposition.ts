import { visibleName } from '#shared/visible-name.ts'

/**
 * `Content-Disposition` with a name in any script and its ASCII twin for old clients (RFC 6266, RFC 5987), both as they are
 * seen. Our own, so that every header has both names, and in quotes; the content-disposition package leaves out what a
 * plain name does not need.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const fileName = visibleName(name)
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
