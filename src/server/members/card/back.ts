import { showPhone } from '#shared/members/phone.ts'
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

const header = 82
const footer = 62
const top = header + 30
/** Includes the white border that scanners need. */
export const qrPlace = { x: cardSize.width - safeMargin - 288, y: top, size: 288 } as const
export const signaturePlace = { x: qrPlace.x, y: 448, width: 288, height: 86 } as const
const leftWidth = qrPlace.x - safeMargin - 40

export const backGround = (isValid: boolean): string => `
  <rect width="${cardSize.width}" height="${cardSize.height}" fill="${colour.paper}"/>
  <rect width="${cardSize.width}" height="${header}" fill="${colour.navy}"/>
  <rect y="${header}" width="${cardSize.width}" height="7" fill="${colour.gold}"/>
  <rect x="${qrPlace.x}" y="${qrPlace.y}" width="${qrPlace.size}" height="${qrPlace.size}" fill="#fff"/>
  <rect x="${signaturePlace.x}" y="${signaturePlace.y + signaturePlace.height}" width="${signaturePlace.width}" height="2.5" fill="${colour.ink}"/>
  <rect y="${cardSize.height - footer}" width="${cardSize.width}" height="${footer}" fill="${footerColour(isValid)}"/>`

export function backText(card: CardFacts): Element {
  return boxElement(
    { width: cardSize.width, height: cardSize.height, position: 'relative', fontFamily: typeface, color: colour.ink },
    boxElement(
      {
        position: 'absolute',
        left: safeMargin,
        top: 0,
        width: cardSize.width - 2 * safeMargin,
        height: header,
        alignItems: 'center',
        justifyContent: 'space-between',
        color: '#ffffff',
      },
      textElement('IN CASE OF EMERGENCY', { fontSize: 38, fontWeight: 700, letterSpacing: 1.5 }),
      textElement(card.idNumber, { fontSize: 34, fontWeight: 700, letterSpacing: 1, color: colour.paleGold }),
    ),
    boxElement(
      {
        position: 'absolute',
        left: safeMargin,
        top: top - 6,
        width: leftWidth,
        height: cardSize.height - footer - top - 16,
        flexDirection: 'column',
        justifyContent: 'space-between',
      },
      contact(card),
      labelledValue('HOME ADDRESS', home(card.home)),
      lastRow(card),
    ),
    caption('Scan to check this card', qrPlace.y + qrPlace.size + 3),
    caption('Signature of the member', signaturePlace.y + signaturePlace.height + 5),
    returned(card),
  )
}

/** The blood type is there only with the member's consent. */
function lastRow({ bloodType, memberSince }: CardFacts): Element {
  if (!bloodType && !memberSince) return boxElement({})
  return boxElement(
    { paddingTop: 12, borderTop: `3px solid ${colour.gold}` },
    bloodType ? labelledValue('BLOOD TYPE', short(bloodType, 150), { width: 210 }) : null,
    memberSince ? labelledValue('MEMBER SINCE', short(memberSince, leftWidth - 210)) : null,
  )
}

function contact({ contact: { name, relationship, number } }: CardFacts): Element {
  const lines = [
    textThatFits(
      name || notGivenText,
      leftWidth,
      [
        { lines: 1, largest: 46, smallest: 32 },
        { lines: 2, largest: 34, smallest: 20 },
        { lines: 3, largest: 20, smallest: 16 },
      ],
      name ? { fontWeight: 700, color: colour.navy } : { fontWeight: 500, color: colour.muted },
    ),
    number ? textElement(number, { fontSize: 44, fontWeight: 700, lineHeight: 1.15, letterSpacing: 1 }) : null,
    relationship
      ? textThatFits(relationship, leftWidth, [{ lines: 1, largest: 28, smallest: 16 }], {
          fontWeight: 500,
          color: colour.muted,
        })
      : null,
  ]
  return labelledValue('PLEASE CALL', boxElement({ flexDirection: 'column' }, ...lines))
}

const home = (text: string) =>
  textThatFits(
    text || notGivenText,
    leftWidth,
    [
      { lines: 2, largest: 32, smallest: 26 },
      { lines: 3, largest: 26, smallest: 22 },
      { lines: 5, largest: 22, smallest: 17 },
    ],
    text ? { fontWeight: 500 } : { fontWeight: 500, color: colour.muted },
  )

const short = (text: string, width: number) =>
  textThatFits(text, width, [{ lines: 1, largest: 38, smallest: 16 }], { fontWeight: 700 })

const caption = (text: string, y: number) =>
  textElement(text, {
    position: 'absolute',
    left: qrPlace.x,
    top: y,
    width: qrPlace.size,
    fontSize: 24,
    fontWeight: 500,
    color: colour.muted,
    textAlign: 'center',
  })

function returned({ association: { shortName, contactPhone, contactEmail } }: CardFacts): Element {
  const ways = [showPhone(contactPhone), contactEmail].filter(Boolean).join(' · ')
  const width = cardSize.width - 2 * safeMargin
  return boxElement(
    {
      position: 'absolute',
      left: safeMargin,
      top: cardSize.height - footer,
      width,
      height: footer,
      alignItems: 'center',
    },
    textThatFits(
      `If found, please return to ${shortName}${ways && `: ${ways}`}`,
      width,
      [
        { lines: 1, largest: 28, smallest: 20 },
        { lines: 2, largest: 22, smallest: 16 },
      ],
      { fontWeight: 500, color: '#ffffff', textAlign: 'center' },
    ),
  )
}
