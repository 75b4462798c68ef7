import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

/** The part of the driver's connection that COPY needs; its types leave it out. */
interface Connection {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const blockSize = 64 * 1024

/**
 * The rows of a `COPY … TO STDOUT`, in blocks, and how many there were once all are read. PostgreSQL is made to wait while
 * nobody reads. Take a client of its own without `query_timeout`: the driver would count the reader's time as well.
 */
export function copyOut(client: pg.Client, statement: string): { rows: () => number; stream: Readable } {
  const copy = new CopyOut(statement)
  client.query(copy as unknown as pg.Submittable)
  return { rows: () => copy.rows, stream: copy }
}

class CopyOut extends Readable {
  rows = 0
  readonly #statement: string
  #connection: Connection | undefined
  #block = Buffer.allocUnsafe(blockSize)
  #filled = 0

  constructor(statement: string) {
    super({ highWaterMark: 4 * blockSize })
    this.#statement = statement
  }

  submit(connection: Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // Copied, because the driver uses its buffer again.
    if (this.#filled + chunk.length > this.#block.length) this.#flush()
    if (chunk.length >= this.#block.length) this.#hand(Buffer.from(chunk))
    else this.#filled += chunk.copy(this.#block, this.#filled)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(' ')[1])
  }

  handleReadyForQuery(): void {
    this.#flush()
    this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  /** What still comes is read and dropped, so that the connection can be used or ended. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#connection?.stream.resume()
    done(error)
  }

  #flush(): void {
    if (this.#filled === 0) return
    this.#hand(this.#block.subarray(0, this.#filled))
    this.#block = Buffer.allocUnsafe(blockSize)
    this.#filled = 0
  }

  #hand(bytes: Buffer): void {
    if (!this.destroyed && !this.push(bytes)) this.#connection?.stream.pause()
  }
}

/** Sends the bytes to a `COPY … FROM STDIN`, no faster than PostgreSQL takes them. Returns the number of rows. */
export function copyIn(client: pg.Client, statement: string, source: AsyncIterable<Buffer>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const over = new AbortController()
  let rows = 0
  let failure: unknown

  async function send(connection: Connection): Promise<void> {
    try {
      for await (const chunk of source) {
        over.signal.throwIfAborted()
        connection.sendCopyFromChunk(chunk)
        if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal: over.signal })
      }
      connection.endCopyFrom()
    } catch (error) {
      failure = error
      if (!over.signal.aborted) connection.sendCopyFail('the source failed')
    }
  }

  const copy = {
    submit: (connection: Connection) => connection.query(statement),
    handleCopyInResponse: (connection: Connection) => void send(connection),
    handleCommandComplete: ({ text }: { text: string }) => void (rows = Number(text.split(' ')[1])),
    handleReadyForQuery: () => resolve(rows),
    // PostgreSQL's own reason comes first, unless it only repeats that the source failed.
    handleError(error: Error) {
      const ours = failure
      over.abort()
      reject(ours ?? error)
    },
  }
  client.query(copy as unknown as pg.Submittable)
  return promise
}
