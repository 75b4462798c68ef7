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

export interface LinkParts {
  words: string
  address: string
}

/** The link that the caret is in, or what is selected: its words, or its address. */
export function linkAt({ text, start, end }: Selection): LinkParts & { from: number; to: number } {
  for (const { index, 0: sign, 1: words = '', 2: address = '' } of text.matchAll(/(?<!!)\[([^\]\n]*)\]\(([^)\n]*)\)/g))
    if (index <= start && end <= index + sign.length && !address.startsWith('file:'))
      return { words, address, from: index, to: index + sign.length }
  const selected = text.slice(start, end)
  const isAddress = /^(?:https?:\/\/|www\.|mailto:)\S+$/i.test(selected.trim())
  return {
    ...(isAddress ? { words: '', address: selected.trim() } : { words: selected, address: '' }),
    from: start,
    to: end,
  }
}

/** `[words](address)`, with the caret behind it. What would end a link is taken from its words. */
export function signLink(selection: Selection, { words, address }: LinkParts): TypedSigns {
  const { from, to } = linkAt(selection)
  const text = `[${words.replaceAll(/[[\]\n]+/g, ' ').trim() || address}](${address})`
  return { from, to, text, select: [from + text.length, from + text.length] }
}

/**
 * A picture in a line of its own, or a document where the caret is; what it is called is selected, to be typed over. A link, picture
 * or document that the caret is still in stays whole: the new one follows it.
 */
export function signFile({ text, end }: Selection, file: { id: string; name: string; isPicture: boolean }): TypedSigns {
  const within = [...text.matchAll(/!?\[[^\]\n]*\]\([^)\n]*\)/g)]
    .map(({ index, 0: sign }) => ({ index, after: index + sign.length, isPicture: sign.startsWith('!') }))
    .find(({ index, after }) => index < end && end <= after)
  const at = within?.after ?? end
  const parted = file.isPicture || within?.isPicture
  const before = parted ? '\n'.repeat(missingBreaks(text.slice(0, at), /\n*$/)) : at > end ? ' ' : ''
  const after = parted ? '\n'.repeat(missingBreaks(text.slice(at), /^\n*/)) : ''
  const sign = `${file.isPicture ? '!' : ''}[${file.name}](file:${file.id})`
  const called = at + before.length + sign.indexOf('[') + 1
  return { from: at, to: at, text: before + sign + after, select: [called, called + file.name.length] }
}

/** What Enter types in a list: the next item, or, in an empty one, the end of the list. Null where Enter is only a new line. */
export function continueList({ text, start, end }: Selection): TypedSigns | null {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const item = /^(?:([-*•] )|(\d{1,3})([.)] ))(.*)$/.exec(text.slice(from, start))
  if (!item || start !== end) return null
  const [, bullet, number, point, words = ''] = item
  const isEmpty = words.trim() === '' && /^(?:\n|$)/.test(text.slice(end))
  const typed = isEmpty ? '\n' : `\n${bullet ?? `${Number(number) + 1}${point}`}`
  const at = isEmpty ? from : start
  return { from: at, to: end, text: typed, select: [at + typed.length, at + typed.length] }
}

/** How many line breaks are missing until an empty line parts it; none at the beginning and the end. */
function missingBreaks(text: string, breaks: RegExp): number {
  if (text.trim() === '') return 0
  return Math.max(0, 2 - (breaks.exec(text)?.[0].length ?? 0))
}
