import { useState, type ComponentType } from 'react'
import { homeText } from '#shared/home/text.ts'
import type { CardSide } from '#shared/members/card/card.ts'
import { cardPictureHref } from '#web/members/card/api.ts'
import { CardPicture, type CardViewerProps } from '#web/members/card/card-picture.tsx'
import { noConnectionText } from '#web/api/client.ts'

/** The front of the member's card; a tap shows it as large as the screen. The code for that comes with the first tap. */
export function HomeCard({ memberId, version }: { memberId: string; version: string }) {
  const [FullScreen, setFullScreen] = useState<ComponentType<CardViewerProps> | null>(null)
  const [side, setSide] = useState<CardSide | null>(null)
  const [failed, setFailed] = useState(false)
  const pictureOf = (shown: CardSide) => ({
    href: cardPictureHref(memberId, shown, version),
    words: homeText.cardSide[shown],
  })

  async function open() {
    try {
      const { CardViewer } = await import('#web/members/card/card-picture.tsx')
      setFullScreen(() => CardViewer)
      setSide('front')
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }

  return (
    <div className="grid w-full max-w-[22rem] gap-3">
      <CardPicture {...pictureOf('front')} onOpen={() => void open()} />
      {failed && <p role="alert">{noConnectionText}</p>}
      {FullScreen && <FullScreen side={side} pictureOf={pictureOf} onTurn={setSide} onClose={() => setSide(null)} />}
    </div>
  )
}
