/** What Griot refused or could not do, in its own words: `message` says what to do. */
export class GriotError extends Error {
  override readonly name = 'GriotError'

  constructor(
    message: string,
    /** Status of the HTTP answer; undefined: it was told after the answer had begun. */
    readonly status?: number,
    /** Id of the request, for the log of the server. */
    readonly requestId?: string,
    /** Code of the error, such as `voice/not-found`, where there is one. */
    readonly code?: string,
  ) {
    super(message)
  }

  /** The error that an HTTP answer tells; its body is read. */
  static async of(answer: Response): Promise<GriotError> {
    const text = await answer.text()
    return new GriotError(
      detailOf(text) ?? `The server answered ${answer.status} without a reason.`,
      answer.status,
      answer.headers.get('x-request-id') ?? undefined,
    )
  }

  /** The error that an event or a message tells. */
  static told({ code, detail }: { code?: string | undefined; detail: unknown }): GriotError {
    return new GriotError(wordsOf(detail), undefined, undefined, code)
  }
}

function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return detail === undefined ? undefined : wordsOf(detail)
  } catch {
    // A proxy in between may answer in HTML.
    return undefined
  }
}

/** `detail` is a sentence, or a list of what is wrong with which field. */
function wordsOf(detail: unknown): string {
  if (!Array.isArray(detail)) return String(detail)
  return detail.map(({ msg }: { msg?: unknown }) => String(msg)).join(' ')
}
