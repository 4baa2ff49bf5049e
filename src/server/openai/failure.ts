import { z } from 'zod'
import type { FailureDetail } from '#server/http/errors.ts'
import type { ErrorDialect, ResponseDescription } from '#server/http/operation.ts'
import { lateFailure } from '#server/http/server-sent-events.ts'
import type { ErrorCode } from '#shared/errors.ts'

/** The body of every failure, as clients of OpenAI's API read it. */
export const OpenAiFailure = z
  .object({
    error: z.object({
      message: z.string().describe('What went wrong and what to do.'),
      type: z.enum(['invalid_request_error', 'requests', 'server_error']),
      param: z.string().nullable().describe('The field that is wrong, where it is one.'),
      code: z
        .string()
        .nullable()
        .meta({ examples: ['invalid_value', 'model_not_found'] }),
    }),
  })
  .meta({ id: 'OpenAiFailure' })
export type OpenAiFailure = z.infer<typeof OpenAiFailure>

/** OpenAI's error codes for wrong fields. */
const CODES_OF_PROBLEMS: Readonly<Record<string, string>> = {
  missing: 'missing_required_parameter',
  invalid_type: 'invalid_type',
  invalid_union: 'invalid_type',
  invalid_value: 'invalid_value',
  string_too_big: 'string_above_max_length',
  number_too_big: 'decimal_above_max_value',
  number_too_small: 'decimal_below_min_value',
  model_not_found: 'model_not_found',
}

/** OpenAI's error codes for requests that are wrong as a whole. */
const CODES_OF_ERRORS: Partial<Readonly<Record<ErrorCode, string>>> = {
  'access/refused': 'invalid_api_key',
  'access/forbidden': 'insufficient_permissions',
  'rate/limited': 'rate_limit_exceeded',
}
const CODES_OF_STATUSES: Readonly<Record<number, string>> = {
  405: 'method_not_supported',
  429: 'rate_limit_exceeded',
}

/** A parameter's name is repeated no further than this. */
const LONGEST_NAME = 100

function failureBody(status: number, detail: FailureDetail, code?: ErrorCode): OpenAiFailure {
  if (typeof detail === 'string')
    return {
      error: {
        message: detail,
        type: typeOf(status),
        param: null,
        code: (code && CODES_OF_ERRORS[code]) ?? CODES_OF_STATUSES[status] ?? null,
      },
    }
  // Like OpenAI's, it tells of the first problem; one that speaks of the whole body has no parameter.
  const [problem = { loc: [], msg: 'The request is wrong.', type: 'custom' }] = detail
  const param = problem.loc.slice(1).join('.').slice(0, LONGEST_NAME)
  return {
    error: {
      message: problem.msg,
      type: typeOf(status),
      param: param || null,
      code: CODES_OF_PROBLEMS[problem.type] ?? 'invalid_value',
    },
  }
}

function typeOf(status: number): OpenAiFailure['error']['type'] {
  if (status === 429) return 'requests'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** OpenAI's error format: `{"error": {"message", "type", "param", "code"}}`. */
export const OPENAI = { failureBody, failure: OpenAiFailure } satisfies ErrorDialect

/** The failure of an answer that is half sent, in OpenAI's format; see `lateFailure`. */
export function lateOpenAiFailure(...failed: Parameters<typeof lateFailure>): OpenAiFailure {
  const { status, detail, code } = lateFailure(...failed)
  return failureBody(status, detail, code)
}

/** Answers that say in `error` what others say in `detail`. */
export const OPENAI_FAILURES: Readonly<Record<number, ResponseDescription>> = {
  400: {
    description:
      'A parameter is wrong or missing, or the request cannot be read. `error.param` and `error.code` say which and how.',
  },
  500: {
    description: 'Something went wrong. `error.message` says what.',
    headers: { 'x-should-retry': '"false" where another attempt does not help.' },
  },
}
