import { useState } from 'react'
import type { CardSide } from '#shared/members/card/card.ts'
import { Button } from '#web/components/button.tsx'
import { Overlay } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'

interface CardPictureProps {
  href: string
  words: string
  onOpen: () => void
}

/** One side of a card, tappable; retries if it does not load. */
export function CardPicture({ href, words, onOpen }: CardPictureProps) {
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  if (state === 'failed')
    return (
      <Notice tone="error" title="The card could not be loaded">
        <p>Please check your connection and try again.</p>
        <Button
          look="outline"
          size="small"
          className="mt-3"
          onClick={() => {
            setTries(tries + 1)
            setState('loading')
          }}
        >
          Retry
        </Button>
      </Notice>
    )
  return (
    <button
      type="button"
      aria-label={`${words} Show it in full.`}
      onClick={onOpen}
      className="relative block aspect-[1011/638] overflow-hidden rounded-[4%/6.3%] shadow-float"
    >
      {state === 'loading' && (
        <Skeleton className="absolute inset-0 grid! place-items-center text-ink before:content-['Loading_the_card_…']" />
      )}
      <img
        src={tries === 0 ? href : `${href}&try=${tries}`}
        alt=""
        width="1011"
        height="638"
        onLoad={() => setState('there')}
        onError={() => setState('failed')}
        className="relative block size-full"
      />
    </button>
  )
}

interface CardViewerProps {
  side: CardSide
  pictureOf: (side: CardSide) => { href: string; words: string }
  onTurn: (side: CardSide) => void
  onClose: () => void
}

/** The card as large as the screen allows, for a guard at a gate: rotated on an upright phone, else beside its buttons. */
export function CardViewer({ side, pictureOf, onTurn, onClose }: CardViewerProps) {
  const other = side === 'front' ? 'back' : 'front'
  const { href, words } = pictureOf(side)
  return (
    <Overlay
      staysOpen
      aria-label={`E-Identification Card, ${side}`}
      onClose={onClose}
      className="flex flex-col bg-paper text-ink landscape:flex-row"
    >
      <div className="relative m-4 min-h-0 flex-1 [container-type:size]">
        <img
          src={href}
          alt={words}
          width="1011"
          height="638"
          className="absolute top-1/2 left-1/2 h-auto w-[min(100cqw,158.4cqh)] -translate-1/2 max-w-none rounded-[4%/6.3%] shadow-float portrait:w-[min(100cqh,158.4cqw)] portrait:rotate-90"
        />
      </div>
      <div className="flex flex-none flex-wrap justify-center gap-3 p-4 landscape:max-w-1/3 landscape:flex-col landscape:flex-nowrap landscape:overflow-y-auto landscape:pl-0">
        <Button look="outline" onClick={() => onTurn(other)}>
          Show the {other}
        </Button>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Overlay>
  )
}
