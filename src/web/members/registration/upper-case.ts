/** What is in the field, in capitals, with the caret where it was. A capital may be longer than its letter: ß becomes SS. */
export function inCapitals(value: string, caret: number): { value: string; caret: number } {
  return { value: value.toUpperCase(), caret: value.slice(0, caret).toUpperCase().length }
}

/** Phone keyboards compose a word before they hand it over; until then the field is theirs, and CSS shows the capitals. */
export function capitalise(field: HTMLInputElement): void {
  if (!('capitals' in field.dataset)) return
  const { value, caret } = inCapitals(field.value, field.selectionStart ?? field.value.length)
  if (value === field.value) return
  field.value = value
  if (field === document.activeElement) field.setSelectionRange(caret, caret)
}
