/** Codes of https://fastify.dev/docs/latest/Reference/Errors/ in our words. */
export const FASTIFY_ERRORS: Readonly<
  Record<string, { readonly status: number; readonly detail: string }>
> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    detail: 'The request body is larger than 1 MB (1,048,576 bytes).',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 400,
    detail: 'Send the request as JSON, with the header "Content-Type: application/json".',
  },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    detail: 'The request body is shorter or longer than its Content-Length says.',
  },
  FST_ERR_MAX_PARAM_LENGTH: {
    status: 414,
    detail: 'A part of the address is longer than any id. Check how it was built.',
  },
  FST_ERR_BAD_URL: {
    status: 400,
    detail: 'The address cannot be read: it contains a broken % escape.',
  },
}
