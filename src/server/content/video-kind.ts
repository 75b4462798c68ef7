const playable = ['video/mp4', 'video/webm', 'video/quicktime'] as const
type VideoMime = (typeof playable)[number]

/** What kind of video begins like this, if it is one that browsers play. Its name and what its sender called it say nothing. */
export async function videoMime(head: Buffer): Promise<VideoMime | null> {
  // Loaded by the first upload: a site at rest does without it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head)
  const mime = playable.find((one) => one === found?.mime)
  if (!mime || (mime !== 'video/webm' && !beginsWithFileTypeBox(head))) return null
  return mime
}

/** Four letters at the right place are enough for the library, so a text could pass; a box also says how long it is. */
function beginsWithFileTypeBox(head: Buffer): boolean {
  const length = head.readUInt32BE(0)
  return head.toString('latin1', 4, 8) === 'ftyp' && length >= 16 && length <= 4096 && length % 4 === 0
}
