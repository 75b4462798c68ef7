import { validityText } from '#shared/members/card/card.ts'
import { showPlainDate } from '#shared/time.ts'
import {
  notGivenText,
  boxElement,
  colour,
  labelledValue,
  textThatFits,
  cardSize,
  footerColour,
  safeMargin,
  typeface,
  textElement,
  type Element,
} from './elements.ts'
import type { CardFacts } from './open-card.ts'

/** The photo is a 2x2 picture, so its place is square. */
export const photoPlace = { x: safeMargin, y: 190, size: 322 } as const
export const emblemPlace = { x: safeMargin, y: 22, width: 96, height: 112 } as const
const header = 156
const footer = 86
const right = photoPlace.x + photoPlace.size + 36
const rightWidth = cardSize.width - safeMargin - right

export const frontGround = (isValid: boolean): string => `
  <rect width="${cardSize.width}" height="${cardSize.height}" fill="${colour.paper}"/>
  ${sunRays(860, 420)}
  <rect width="${cardSize.width}" height="${header}" fill="${colour.navy}"/>
  <rect y="${header}" width="${cardSize.width}" height="7" fill="${colour.gold}"/>
  <rect y="${cardSize.height - footer}" width="${cardSize.width}" height="${footer}" fill="${footerColour(isValid)}"/>`

/** Eight faint rays make the card harder to copy, and stay easy to read over. */
function sunRays(x: number, y: number): string {
  const rays = [0, 45, 90, 135, 180, 225, 270, 315].map(
    (turn) => `<path transform="rotate(${turn})" d="M0-300 34-84h-68zM-58-250-36-84h-32zM58-250 68-84H36z"/>`,
  )
  return `<g transform="translate(${x} ${y})" fill="#f3eddc">${rays.join('')}<circle r="66"/></g>`
}

export function frontText(card: CardFacts): Element {
  return boxElement(
    { width: cardSize.width, height: cardSize.height, position: 'relative', fontFamily: typeface, color: colour.ink },
    association(card),
    boxElement(
      {
        position: 'absolute',
        left: right,
        top: photoPlace.y - 8,
        width: rightWidth,
        height: photoPlace.size + 12,
        flexDirection: 'column',
        justifyContent: 'space-between',
      },
      boxElement(
        { flexDirection: 'column' },
        textThatFits(
          card.givenNames,
          rightWidth,
          [
            { lines: 1, largest: 46, smallest: 34 },
            { lines: 2, largest: 34, smallest: 22 },
            { lines: 3, largest: 22, smallest: 18 },
          ],
          { fontWeight: 500 },
        ),
        textThatFits(
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
      boxElement(
        { flexDirection: 'column' },
        boxElement(
          { marginBottom: 10, paddingTop: 14, borderTop: `3px solid ${colour.gold}` },
          card.rank ? labelledValue('RANK', value(card.rank, 230), { width: 254 }) : null,
          labelledValue('SERIAL NUMBER', value(card.serial, rightWidth - (card.rank ? 254 : 0))),
        ),
        labelledValue('SERVICE', value(card.service, rightWidth)),
      ),
    ),
    number(card),
  )
}

const value = (text: string, width: number) =>
  textThatFits(
    text || notGivenText,
    width,
    [
      { lines: 1, largest: 42, smallest: 26 },
      { lines: 2, largest: 24, smallest: 17 },
    ],
    text ? { fontWeight: 700 } : { fontWeight: 500, color: colour.muted },
  )

function association({ association: { name, shortName } }: CardFacts): Element {
  const left = emblemPlace.x + emblemPlace.width + 26
  const width = cardSize.width - safeMargin - left
  return boxElement(
    { position: 'absolute', left, top: 0, width, height: header, flexDirection: 'column', justifyContent: 'center' },
    textThatFits(shortName, width, [{ lines: 1, largest: 62, smallest: 28 }], {
      fontWeight: 700,
      letterSpacing: 2,
      color: '#ffffff',
    }),
    textThatFits(
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

const title = { fontSize: 36, lineHeight: 1, fontWeight: 700, letterSpacing: 5 } as const

function number({ idNumber, withdrawn, validity }: CardFacts): Element {
  const lapsedSince = validity && 'lapsedSince' in validity ? validity.lapsedSince : null
  return boxElement(
    {
      position: 'absolute',
      left: safeMargin,
      top: cardSize.height - footer,
      width: cardSize.width - 2 * safeMargin,
      height: footer,
      alignItems: 'center',
      justifyContent: 'space-between',
      color: '#ffffff',
    },
    boxElement(
      { flexDirection: 'column' },
      withdrawn || lapsedSince
        ? textElement(withdrawn ? 'WITHDRAWN' : 'NOT VALID', { ...title, fontSize: 46 })
        : textElement('MEMBER', { ...title, color: colour.paleGold }),
      ...(validity
        ? [
            textElement((lapsedSince ? `Since ${showPlainDate(lapsedSince)}` : validityText(validity)).toUpperCase(), {
              fontSize: 23,
              fontWeight: 700,
              letterSpacing: 1,
              marginTop: 4,
            }),
          ]
        : []),
    ),
    boxElement(
      { alignItems: 'center' },
      textElement('ID NUMBER', { fontSize: 22, fontWeight: 700, letterSpacing: 1.6, marginRight: 18 }),
      textElement(idNumber, { fontSize: 54, fontWeight: 700, letterSpacing: 1 }),
    ),
  )
}
