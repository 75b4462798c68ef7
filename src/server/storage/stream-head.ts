/** Reads the first bytes of a stream, which tell what it is, and hands on the whole of it unread. */
export async function readHead(
  stream: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const rest = stream[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  for (let size = 0; size < length;) {
    const { done, value } = await rest.next()
    if (done) break
    chunks.push(value)
    size += value.length
  }
  const head = Buffer.concat(chunks)

  async function* whole() {
    try {
      yield head
      yield* { [Symbol.asyncIterator]: () => rest }
    } finally {
      await rest.return?.()
    }
  }
  return { head: head.subarray(0, length), whole: whole() }
}

/** For a body that is refused: the web server reads it to its end then, and the connection can be used again. */
export async function drain(stream: AsyncIterable<Uint8Array>): Promise<void> {
  const reader = stream[Symbol.asyncIterator]()
  await reader.next()
  await reader.return?.()
}
