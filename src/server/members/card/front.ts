import { notGiven, box, colour, fact, fitted, page, safeMargin, typeface, words, type Element } from './elements.ts'
import type { CardFacts } from './open-card.ts'

/** The photo is two inches square originally; here it keeps that shape. */
export const photoPlace = { x: safeMargin, y: 190, size: 322 } as const
export const emblemPlace = { x: safeMargin, y: 22, width: 96, height: 112 } as const
const header = 156
const footer = 86
const right = photoPlace.x + photoPlace.size + 36
const rightWidth = page.width - safeMargin - right

export const frontGround = `
  <rect width="${page.width}" height="${page.height}" fill="${colour.paper}"/>
  ${sunRays(860, 420)}
  <rect width="${page.width}" height="${header}" fill="${colour.navy}"/>
  <rect y="${header}" width="${page.width}" height="7" fill="${colour.gold}"/>
  <rect y="${page.height - footer}" width="${page.width}" height="${footer}" fill="${colour.olive}"/>`

/** Eight faint rays: harder to copy than plain paper, and easy to read over. */
function sunRays(x: number, y: number): string {
  const rays = [0, 45, 90, 135, 180, 225, 270, 315].map(
    (turn) => `<path transform="rotate(${turn})" d="M0-300 34-84h-68zM-58-250-36-84h-32zM58-250 68-84H36z"/>`,
  )
  return `<g transform="translate(${x} ${y})" fill="#f3eddc">${rays.join('')}<circle r="66"/></g>`
}

export function frontText(card: CardFacts): Element {
  return box(
    { width: page.width, height: page.height, position: 'relative', fontFamily: typeface, color: colour.ink },
    association(card),
    box(
      {
        position: 'absolute',
        left: right,
        top: photoPlace.y - 8,
        width: rightWidth,
        height: photoPlace.size + 12,
        flexDirection: 'column',
        justifyContent: 'space-between',
      },
      box(
        { flexDirection: 'column' },
        fitted(
          card.givenNames,
          rightWidth,
          [
            { lines: 1, largest: 46, smallest: 34 },
            { lines: 2, largest: 34, smallest: 22 },
            { lines: 3, largest: 22, smallest: 18 },
          ],
          { fontWeight: 500 },
        ),
        fitted(
          card.surname,
          rightWidth,
          [
            { lines: 1, largest: 76, smallest: 54 },
            { lines: 2, largest: 54, smallest: 28 },
            { lines: 3, largest: 28, smallest: 22 },
          ],
          { fontWeight: 700, color: colour.navy },
        ),
      ),
      box(
        { flexDirection: 'column' },
        box(
          { marginBottom: 10, paddingTop: 14, borderTop: `3px solid ${colour.gold}` },
          fact('RANK', value(card.rank, 230), { width: 254 }),
          fact('SERIAL NUMBER', value(card.serial, rightWidth - 254)),
        ),
        fact('SERVICE', value(card.service, rightWidth)),
      ),
    ),
    number(card),
  )
}

const value = (text: string, width: number) =>
  fitted(
    text || notGiven,
    width,
    [
      { lines: 1, largest: 42, smallest: 26 },
      { lines: 2, largest: 24, smallest: 17 },
    ],
    text ? { fontWeight: 700 } : { fontWeight: 500, color: colour.muted },
  )

function association({ association: { name, shortName } }: CardFacts): Element {
  const left = emblemPlace.x + emblemPlace.width + 26
  const width = page.width - safeMargin - left
  return box(
    { position: 'absolute', left, top: 0, width, height: header, flexDirection: 'column', justifyContent: 'center' },
    fitted(shortName, width, [{ lines: 1, largest: 62, smallest: 28 }], {
      fontWeight: 700,
      letterSpacing: 2,
      color: '#ffffff',
    }),
    fitted(
      name,
      width,
      [
        { lines: 1, largest: 34, smallest: 26 },
        { lines: 2, largest: 26, smallest: 18 },
        { lines: 3, largest: 18, smallest: 16 },
      ],
      { fontWeight: 500, color: colour.sky },
    ),
  )
}

function number({ idNumber, withdrawn, validity }: CardFacts): Element {
  return box(
    {
      position: 'absolute',
      left: safeMargin,
      top: page.height - footer,
      width: page.width - 2 * safeMargin,
      height: footer,
      alignItems: 'center',
      justifyContent: 'space-between',
      color: '#ffffff',
    },
    box(
      { flexDirection: 'column' },
      words(withdrawn ? 'WITHDRAWN' : 'MEMBER', {
        fontSize: 36,
        lineHeight: 1,
        fontWeight: 700,
        letterSpacing: 5,
        color: colour.paleGold,
      }),
      ...(validity
        ? [words(validity.toUpperCase(), { fontSize: 23, fontWeight: 700, letterSpacing: 1, marginTop: 4 })]
        : []),
    ),
    box(
      { alignItems: 'center' },
      words('ID NUMBER', { fontSize: 22, fontWeight: 700, letterSpacing: 1.6, marginRight: 18 }),
      words(idNumber, { fontSize: 54, fontWeight: 700, letterSpacing: 1 }),
    ),
  )
}
