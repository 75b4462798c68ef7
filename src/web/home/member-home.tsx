import { useState } from 'react'
import { homeText } from '#shared/home/text.ts'
import type { CardSide } from '#shared/members/card/card.ts'
import { useMine, type Mine } from '#web/api/mine.ts'
import { buttonClass } from '#web/components/classes.ts'
import { cardPictureHref } from '#web/members/card/api.ts'
import { CardPicture, CardViewer } from '#web/members/card/card-picture.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** The first part of the home page for signed-in people: their card and their tasks. */
export function MemberHome() {
  const { mine, failed } = useMine()
  if (mine) return <Home mine={mine} />
  return failed ? <p className="text-lg">{homeText.notLoaded}</p> : null
}

function Home({ mine }: { mine: Mine }) {
  return (
    <>
      <h2 className="text-4xl break-words md:text-5xl">{homeText.welcome(mine.name)}</h2>
      <div className="mt-5 grid items-start gap-6 md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] md:gap-10">
        {mine.card && <HomeCard {...mine.card} />}
        <ul className={mine.card ? 'grid gap-3' : 'grid gap-3 md:col-span-2'}>
          {mine.lines.map((line) => (
            <Line key={line.sentence} line={line} look="outline-light" className="bg-white/10" />
          ))}
          {mine.lines.length === 0 && <li className="text-lg text-sky">{homeText.nothingWaits}</li>}
        </ul>
      </div>
    </>
  )
}

/** The same lines on a member's own profile, where a login leads: their vote, the next event and their tasks. */
export function OwnLines() {
  const { mine } = useMine()
  // The profile says more about the password, and about dues that are paid.
  const lines =
    mine?.lines.filter(({ name, state }) => name !== 'password' && (name !== 'dues' || state === 'to do')) ?? []
  if (lines.length === 0) return null
  return (
    <ul aria-label={homeText.forYou} className="no-print grid gap-3">
      {lines.map((line) => (
        <Line key={line.sentence} line={line} look="outline" className="border border-line bg-card" />
      ))}
    </ul>
  )
}

interface LineProps {
  line: Mine['lines'][number]
  look: 'outline' | 'outline-light'
  className: string
}

function Line({ line: { sentence, where }, look, className }: LineProps) {
  return (
    <li
      className={`flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field px-4 py-2 ${className}`}
    >
      <span className="min-w-0 flex-1 basis-40">{sentence}</span>
      {where && <LineLink {...where} className={buttonClass(look, 'small')} />}
    </li>
  )
}

/** The page of an event may be on another site. */
function LineLink({ href, label, className }: { href: string; label: string; className: string }) {
  if (!href.startsWith('/'))
    return (
      <a href={href} target="_blank" rel="noopener" className={className}>
        {label}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  return (
    <SiteLink href={href} className={className}>
      {label}
    </SiteLink>
  )
}

/** The front of the member's card. A tap shows it full screen. */
export function HomeCard({ memberId, version }: { memberId: string; version: string }) {
  const [side, setSide] = useState<CardSide | null>(null)
  const pictureOf = (shown: CardSide) => ({
    href: cardPictureHref(memberId, shown, version),
    words: homeText.cardSide[shown],
  })
  return (
    <div className="grid w-full max-w-[22rem] gap-3">
      <CardPicture {...pictureOf('front')} onOpen={() => setSide('front')} />
      {side && <CardViewer side={side} pictureOf={pictureOf} onTurn={setSide} onClose={() => setSide(null)} />}
    </div>
  )
}
