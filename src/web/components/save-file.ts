/** Saves what the browser has made or fetched as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser needs the address for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
