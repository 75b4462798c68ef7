import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'

interface CardPictureProps {
  href: string
  words: string
  onOpen: () => void
}

/** One side of a card, to be tapped; what did not come is tried again. */
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
      {state === 'loading' && <Skeleton className="absolute inset-0" />}
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
