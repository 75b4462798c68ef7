/** The place where files lie cannot be reached, or has a failure of its own. Nothing is wrong with the request. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('the file storage does not reply', { cause })
    this.name = 'StorageAway'
  }
}

/** Node's codes for a server that cannot be found or reached, or went away in the middle of something. */
export const networkErrors: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])
