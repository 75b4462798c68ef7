/** What a button of the toolbar types: `text` takes the place of what is between `from` and `to`, then `select` is selected. */
export interface TypedSigns {
  from: number
  to: number
  text: string
  select: readonly [number, number]
}

/** What is in the field, and what of it is selected. */
export interface Selection {
  text: string
  start: number
  end: number
}

export type LineSign = '# ' | '## ' | '- ' | '1. '

const anySign = /^(?:#{1,2} |[-*•] |\d{1,3}[.)] )/

/** Puts the sign before every selected line, in place of another one; where all have it already, takes it away. */
export function signLines({ text, start, end }: Selection, sign: LineSign): TypedSigns {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', end)
  const to = after < 0 ? text.length : after
  const lines = text.slice(from, to).split('\n')
  const signOf = (place: number) => (sign === '1. ' ? `${place + 1}. ` : sign)
  const isSigned = lines.every((line, place) => line.startsWith(signOf(place)))
  const signed = lines.map((line, place) => (isSigned ? '' : signOf(place)) + line.replace(anySign, '')).join('\n')
  return { from, to, text: signed, select: [from + signed.length, from + signed.length] }
}

/** `**words**`, or the words alone where they have the signs. */
export function signBold({ text, start, end }: Selection): TypedSigns {
  const words = text.slice(start, end)
  if (text.slice(start - 2, start) === '**' && text.slice(end, end + 2) === '**')
    return { from: start - 2, to: end + 2, text: words, select: [start - 2, end - 2] }
  const bold = words || 'bold'
  return { from: start, to: end, text: `**${bold}**`, select: [start + 2, start + 2 + bold.length] }
}

/** `[words](https://)`, with the address to be typed, or with the words where the address was selected. */
export function signLink({ text, start, end }: Selection): TypedSigns {
  const words = text.slice(start, end).trim()
  const isAddress = /^(?:https?:\/\/|www\.|mailto:)\S+$/i.test(words)
  const label = isAddress || words === '' ? 'words' : words
  const address = isAddress ? words : 'https://'
  const at = isAddress ? start + 1 : start + label.length + 3
  return {
    from: start,
    to: end,
    text: `[${label}](${address})`,
    select: [at, at + (isAddress ? label : address).length],
  }
}

/** A picture in a line of its own, or a document where the caret is; what it is called is selected, to be typed over. */
export function signFile({ text, end }: Selection, file: { id: string; name: string; isPicture: boolean }): TypedSigns {
  const sign = `${file.isPicture ? '!' : ''}[${file.name}](file:${file.id})`
  const before = file.isPicture ? '\n'.repeat(missingBreaks(text.slice(0, end), /\n*$/)) : ''
  const after = file.isPicture ? '\n'.repeat(missingBreaks(text.slice(end), /^\n*/)) : ''
  const at = end + before.length + (file.isPicture ? 2 : 1)
  return { from: end, to: end, text: before + sign + after, select: [at, at + file.name.length] }
}

/** How many line breaks are missing until an empty line parts it; none at the beginning and the end. */
function missingBreaks(text: string, breaks: RegExp): number {
  if (text.trim() === '') return 0
  return Math.max(0, 2 - (breaks.exec(text)?.[0].length ?? 0))
}
