/** The file storage cannot be reached or has failed; the request itself is fine. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('the file storage does not reply', { cause })
    this.name = 'StorageAway'
  }
}

/** Node's error codes for a server that cannot be found or reached, or that disconnected. */
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
