/** The place where files lie cannot be reached, or has a failure of its own. Nothing is wrong with the request. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super('the file storage does not reply', { cause })
    this.name = 'StorageAway'
  }
}
