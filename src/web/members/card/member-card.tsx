import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { cardSides, validityOf, validityText, type CardSide, type OwnCard } from '#shared/members/card/card.ts'
import type { DuesStanding } from '#shared/members/dues/dues.ts'
import { canKeepCard, keepCard, readKeptCard, removeKeptCard } from '#web/card-storage.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { memberQuery, type Member } from '#web/members/api.ts'
import type { ChangeRequests } from '#web/members/profile/changes.tsx'
import { memberName } from '#web/members/text.ts'
import { cardDownloadHref, cardPdfHref, cardPictureHref, cardSheetHref } from './api.ts'
import { CardPicture, CardViewer } from './card-picture.tsx'

const titles: Record<CardSide, string> = { front: 'Front', back: 'Back' }

interface MemberCardProps {
  memberId: string
  version: number
  own: boolean
  changes: ChangeRequests | null
}

/** A member's card, both sides, to show, keep and print. */
export function MemberCard({ memberId, version, own, changes }: MemberCardProps) {
  const [viewed, setViewed] = useState<CardSide | null>(null)
  const { data } = useQuery(memberQuery(memberId))
  const picture = (side: CardSide) => ({
    href: cardPictureHref(memberId, side, String(version)),
    words: wordsOf(side, data?.member, data?.dues?.standing ?? null),
  })
  const section = useRef<HTMLElement>(null)
  // `My card` in the menu leads here, but the card is drawn after the browser has looked for it. Scroll at once, so that the
  // browser keeps the position while content above loads.
  useEffect(() => {
    if (window.location.hash === '#card') section.current?.scrollIntoView({ behavior: 'instant' })
  }, [])

  return (
    <section
      ref={section}
      id="card"
      className="card p-6 md:p-8 print:has-[.animate-pulse]:hidden"
      aria-labelledby="card-title"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="card-title" className="text-2xl">
          E-Identification Card
        </h2>
        <Button className="no-print" onClick={() => setViewed('front')}>
          Show full screen
        </Button>
      </div>
      {changes && data && <CardLacks member={data.member} changes={changes} />}
      <div className="mt-5 grid gap-6 xl:grid-cols-2 print:mt-2 print:grid-cols-[repeat(2,56mm)]">
        {cardSides.map((side) => (
          <figure key={side} className="grid content-start gap-3">
            <CardPicture key={version} {...picture(side)} onOpen={() => setViewed(side)} />
            <figcaption className="no-print flex flex-wrap items-center justify-between gap-x-3">
              <span className="font-semibold">{titles[side]}</span>
              <a href={cardDownloadHref(memberId, side)} download className={buttonClass('quiet', 'small')}>
                Save picture<span className="sr-only"> of the {side}</span>
              </a>
            </figcaption>
          </figure>
        ))}
      </div>
      <div className="no-print mt-5 flex flex-wrap gap-3">
        <a href={cardSheetHref(memberId)} download className={buttonClass('outline')}>
          Print at home (A4, PDF)
        </a>
        <a href={cardPdfHref(memberId)} download className={buttonClass('quiet')}>
          Card size (PDF)
        </a>
      </div>
      {own && <KeepCard />}
      {viewed && <CardViewer side={viewed} pictureOf={picture} onTurn={setViewed} onClose={() => setViewed(null)} />}
    </section>
  )
}

const onCard = { profilePicture: 'picture', signature: 'signature' } as const
type OnCard = keyof typeof onCard

/** What is missing on one's own card. The button for the picture is above, in the heading of the profile. */
function CardLacks({ member, changes }: { member: Member; changes: ChangeRequests }) {
  const missing = (Object.keys(onCard) as OnCard[]).filter((kind) => !member[kind])
  const sent = missing.filter((kind) => changes.openOf(kind))
  const lacks = missing.filter((kind) => !sent.includes(kind))
  return (
    <>
      {lacks.length > 0 && (
        <p className="no-print mt-2">
          Your card has {lacks.map((kind) => `no ${onCard[kind]}`).join(' and ')} yet.{' '}
          {lacks.includes('signature') && (
            <button type="button" className="text-link" onClick={() => changes.ask('signature')}>
              Add the signature
            </button>
          )}
        </p>
      )}
      {sent.length > 0 && (
        <p className="no-print mt-2">
          Your {sent.map((kind) => onCard[kind]).join(' and ')} will be on the card once an administrator has checked{' '}
          {sent.length === 1 ? 'it' : 'them'}.
        </p>
      )}
    </>
  )
}

/** The picture in words, for those who cannot see it. */
function wordsOf(side: CardSide, member: Member | undefined, standing: DuesStanding | null): string {
  if (!member) return `The ${side} of the card.`
  const { rank, militarySerial, ms, idNumber } = member
  const validity = validityOf(member.withdrawnAt ? null : standing)
  if (side === 'front')
    return `Front of the card: ${[rank, memberName(member)].filter(Boolean).join(' ')}, serial ${militarySerial ?? 'not given'}, service ${ms ?? 'not given'}, ID number ${idNumber ?? 'not given'}.${validity ? ` ${validityText(validity)}.` : ''}`
  const contact = [member.contactPersonFirstName, member.contactPersonLastName].filter(Boolean).join(' ')
  const facts = [
    `contact person ${contact || 'not given'}`,
    member.contactPersonNumber,
    `address ${member.personnelAddress || 'not given'}`,
    member.healthConsentAt && member.bloodType && `blood type ${member.bloodType}`,
  ]
  return `Back of the card: ${facts.filter(Boolean).join(', ')}, and a QR code with which anyone can check the card.`
}

type State =
  | { status: 'looking' }
  | { status: 'not kept'; busy?: true; failed?: true }
  | { status: 'kept'; card: OwnCard; busy?: true }

/** Keeps the card on this phone. Off by default, because phones are shared. */
function KeepCard() {
  const [state, setState] = useState<State>({ status: 'looking' })

  useEffect(() => {
    if (!canKeepCard()) return
    readKeptCard()
      .catch(() => null)
      .then((card) => setState(card ? { status: 'kept', card } : { status: 'not kept' }))
  }, [])

  async function keep() {
    setState({ status: 'not kept', busy: true })
    const card = await keepCard().catch(() => null)
    setState(card ? { status: 'kept', card } : { status: 'not kept', failed: true })
  }

  async function remove(card: OwnCard) {
    setState({ status: 'kept', card, busy: true })
    await removeKeptCard()
    setState({ status: 'not kept' })
  }

  if (state.status === 'looking') return null
  return (
    <div className="no-print mt-6 grid justify-items-start gap-3 border-t border-line pt-5">
      {state.status === 'kept' ? (
        <>
          <p className="font-semibold" role="status">
            {keepCardText.kept}
          </p>
          <p className="text-muted">{keepCardText.checked(state.card.checked)}</p>
          <Button look="outline" busy={state.busy ?? false} onClick={() => void remove(state.card)}>
            {keepCardText.remove}
          </Button>
        </>
      ) : (
        <>
          <p className="text-muted">{keepCardText.offer}</p>
          {state.failed && <Notice tone="error">{keepCardText.failed}</Notice>}
          <Button look="outline" busy={state.busy ?? false} onClick={() => void keep()}>
            {keepCardText.keep}
          </Button>
        </>
      )}
    </div>
  )
}

const keepCardText = {
  offer:
    'Keep your card on this phone and show it without internet, until you log out. Do this only on your own phone: anyone who can open the phone can see the card.',
  keep: 'Keep my card on this phone',
  kept: 'Your card is on this phone. Without internet, open this site to show it.',
  checked: (when: string) => `Last checked ${when}. Logging out removes it from this phone.`,
  remove: 'Remove my card from this phone',
  failed: 'Your card could not be kept. Please check your connection and try again.',
} as const
