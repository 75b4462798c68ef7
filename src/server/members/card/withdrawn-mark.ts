import { box, colour, page, typeface, words, type Element } from './elements.ts'

/** Across the whole card, over everything. */
export function withdrawnMark(): Element {
  return box(
    {
      width: page.width,
      height: page.height,
      alignItems: 'center',
      justifyContent: 'center',
      fontFamily: typeface,
    },
    box(
      {
        width: 1300,
        height: 130,
        flexShrink: 0,
        alignItems: 'center',
        justifyContent: 'center',
        background: colour.red,
        opacity: 0.9,
        transform: 'rotate(-20deg)',
      },
      words('WITHDRAWN', { fontSize: 108, fontWeight: 700, letterSpacing: 16, color: '#ffffff', lineHeight: 1 }),
    ),
  )
}
