/** `512 KB`, `3.4 MB`: as the limits are written, 1 MB is 1,048,576 bytes. */
export function showBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  const kilobytes = bytes / 1024
  return kilobytes < 1000 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`
}
