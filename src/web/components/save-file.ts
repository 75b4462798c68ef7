/** Puts what the browser has made or fetched among the downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser takes the address before it is given back.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
