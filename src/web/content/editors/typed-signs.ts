/** What a toolbar button types: `text` replaces the range from `from` to `to`, then `select` becomes the selection. */
export interface TypedSigns {
  from: number
  to: number
  text: string
  select: readonly [number, number]
}

/** The text of the field and the selected range. */
export interface Selection {
  text: string
  start: number
  end: number
}

type LineSign = '# ' | '## ' | '- ' | '1. '

const anySign = /^(?:#{1,2} |[-*•] |\d{1,3}[.)] )/

/** Puts a marker before each selected line, replacing any other. If all lines have it already, removes it. */
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

/** Adds `**` around the selection, or removes it. */
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

/** The link around the caret. Otherwise the selection, as the words or the address of a new link. */
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

/** Inserts `[words](address)` and puts the caret after it. Removes brackets from the words, which would break the link. */
export function signLink(selection: Selection, { words, address }: LinkParts): TypedSigns {
  const { from, to } = linkAt(selection)
  const text = `[${words.replaceAll(/[[\]\n]+/g, ' ').trim() || address}](${address})`
  return { from, to, text, select: [from + text.length, from + text.length] }
}

/**
 * Inserts a picture on its own line, or a document at the caret, and selects its name to be overwritten. If the caret is within a
 * link, picture or document, the new one goes after it.
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

/** What Enter types in a list: the next item or, in an empty item, the end of the list. Null for an ordinary line break. */
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

/** The number of line breaks needed for an empty line. None at the beginning or end of the text. */
function missingBreaks(text: string, breaks: RegExp): number {
  if (text.trim() === '') return 0
  return Math.max(0, 2 - (breaks.exec(text)?.[0].length ?? 0))
}
