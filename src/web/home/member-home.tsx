import { useState } from 'react'
import { homeText } from '#shared/home/text.ts'
import type { CardSide } from '#shared/members/card/card.ts'
import { useMine, type Mine } from '#web/api/mine.ts'
import { buttonClass } from '#web/components/classes.ts'
import { cardPictureHref } from '#web/members/card/api.ts'
import { CardPicture, CardViewer } from '#web/members/card/card-picture.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** The home page's first part for whoever is signed in: their card, and what concerns them. */
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
          {mine.lines.map(({ sentence, where }) => (
            <li
              key={sentence}
              className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-white/10 px-4 py-2"
            >
              <span className="min-w-0 flex-1 basis-40">{sentence}</span>
              {where && <LineLink {...where} />}
            </li>
          ))}
          {mine.lines.length === 0 && <li className="text-lg text-sky">{homeText.nothingWaits}</li>}
        </ul>
      </div>
    </>
  )
}

/** An event may have its page elsewhere. */
function LineLink({ href, label }: { href: string; label: string }) {
  const className = buttonClass('outline-light', 'small')
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

/** The front of the member's card; a tap shows it as large as the screen. */
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
