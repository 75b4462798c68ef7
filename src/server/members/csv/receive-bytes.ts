import { AppError } from '#shared/errors.ts'
import { importLimits } from '#shared/members/csv/member-file.ts'

/** The whole file in memory, up to the limit; refused by what it says of itself before the first byte is read. */
export async function receiveBytes(sent: { stream: AsyncIterable<Uint8Array>; announced: number }): Promise<Buffer> {
  if (sent.announced > importLimits.bytes) throw new AppError('body-too-large')
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of sent.stream) {
    size += part.length
    if (size > importLimits.bytes) throw new AppError('body-too-large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
