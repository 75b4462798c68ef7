/** Seven colours in turn; a leader's picture has the colour of its bar. */
const colours = [
  { fill: 'fill-bar-1', border: 'border-bar-1' },
  { fill: 'fill-bar-2', border: 'border-bar-2' },
  { fill: 'fill-bar-3', border: 'border-bar-3' },
  { fill: 'fill-bar-4', border: 'border-bar-4' },
  { fill: 'fill-bar-5', border: 'border-bar-5' },
  { fill: 'fill-bar-6', border: 'border-bar-6' },
  { fill: 'fill-bar-7', border: 'border-bar-7' },
] as const

export const barColour = (place: number) => colours[place % colours.length] ?? colours[0]
