import { joined } from './bytes.ts'

const lineEnd = 10

/**
 * Calls `onLine` with every line and its number, from 1; a promise it returns is waited for. A line is a view that is good
 * only during the call. Returns what stands after the last line end: nothing, in a whole file. `tooLong` throws.
 */
export async function eachLine(
  chunks: AsyncIterable<Uint8Array>,
  longest: number,
  tooLong: (line: number) => never,
  onLine: (line: Uint8Array, number: number) => Promise<void> | void,
): Promise<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0)
  let number = 1
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineEnd); end >= 0; end = chunk.indexOf(lineEnd, start)) {
      const piece = chunk.subarray(start, end)
      const line = rest.length > 0 ? joined(rest, piece) : piece
      if (line.length > longest) tooLong(number)
      const wait = onLine(line, number)
      if (wait) await wait
      number++
      rest = rest.length > 0 ? new Uint8Array(0) : rest
      start = end + 1
    }
    rest = rest.length > 0 ? joined(rest, chunk.subarray(start)) : chunk.slice(start)
    if (rest.length > longest) tooLong(number)
  }
  return rest
}
