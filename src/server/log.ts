import pino from 'pino'

export type Log = pino.Logger

/** Names of fields that may contain personal data. Their values never reach the log, at any depth that we log. */
const personal = [
  'password',
  'confirm',
  'login',
  'token',
  'secret',
  'email',
  'to',
  'birthday',
  'militarySerial',
  'firstName',
  'middleName',
  'lastName',
  'fullName',
  'name',
  'cellphoneNumber',
  'cookie',
  'authorization',
  'address',
  'sealed',
  'params',
  'parameters',
  'detail',
  'where',
]

export function createLog(level: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: personal.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
      serializers: { err: describeError },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  )
}

/**
 * The parts of an error that an engineer needs, without values that the database or the input put into its message.
 * PostgreSQL quotes row values in `detail`, and the driver quotes parameters, so only codes and names are logged.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = error as Error & { code?: unknown; constraint?: unknown; table?: unknown; routine?: unknown }
  const fromDatabase = typeof fields.code === 'string' && /^[0-9A-Z]{5}$/.test(fields.code)
  return {
    type: error.name,
    message: fromDatabase || error.message.startsWith('Failed query') ? 'database error' : error.message,
    code: fields.code,
    constraint: fields.constraint,
    table: fields.table,
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.trimStart().startsWith('at '))
      .join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}
