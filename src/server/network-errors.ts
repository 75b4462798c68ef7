/** The file storage cannot be reached, or has failed. Nothing is wrong with the request. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('the file storage does not reply', { cause })
    this.name = 'StorageAway'
  }
}

/** Node's codes for a server that cannot be found or reached, or disconnected. */
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
