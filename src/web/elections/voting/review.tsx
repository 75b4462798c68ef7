import { useRef, useState, type ReactNode } from 'react'
import { errorText } from '#shared/text.ts'
import { Button } from '#web/components/button.tsx'
import { AlertIcon, ArrowIcon } from '#web/components/icons.tsx'
import { BlanksQuestion } from '#web/elections/voting/blanks-question.tsx'
import { PaperBallot, type FilledBallot } from '#web/elections/voting/paper-ballot.tsx'
import { SendingState } from '#web/elections/voting/sending-state.tsx'
import { blankSlots } from '#web/elections/voting/slots.ts'
import type { Casting } from '#web/elections/voting/use-casting.ts'
import { useStepHeading } from '#web/elections/voting/use-review-step.ts'

interface ReviewProps extends FilledBallot {
  heading: string
  /** Under a page's own heading it is a second one. */
  headingLevel?: 'h1' | 'h2'
  /** What pressing Save means, in a sentence right above it. */
  meaning: ReactNode
  /** Why Save cannot be pressed now, or null. */
  whyNot: ReactNode | null
  /** What to know before pressing it, or nothing. */
  notice?: ReactNode
  casting: Casting
  onSave: () => void
  onBack: () => void
}

/** The ballot once more, as a whole, before the one press that casts it. */
export function Review({
  heading,
  headingLevel: Heading = 'h1',
  meaning,
  whyNot,
  notice,
  casting,
  onSave,
  onBack,
  ...ballot
}: ReviewProps) {
  const title = useStepHeading()
  const tick = useRef<HTMLInputElement>(null)
  const [confirmed, setConfirmed] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState(false)
  const blanks = blankSlots(ballot.seats, ballot.choices)
  const sending = casting.status === 'sending'

  function save() {
    const asks = blanks.length > 0 && !confirmed
    setUnconfirmed(asks)
    if (asks) tick.current?.focus()
    else onSave()
  }

  return (
    <div className="mx-auto grid max-w-2xl grid-cols-1 gap-6">
      <Heading ref={title} tabIndex={-1} className="text-4xl outline-none sm:text-5xl">
        {heading}
      </Heading>
      <PaperBallot {...ballot} />
      {blanks.length > 0 && (
        <BlanksQuestion
          ref={tick}
          blanks={blanks}
          confirmed={confirmed}
          disabled={sending}
          onConfirm={(next) => {
            setConfirmed(next)
            setUnconfirmed(false)
          }}
          error={unconfirmed ? errorText['blanks-unconfirmed'] : undefined}
        />
      )}
      {casting.status === 'rest' && notice}
      <SendingState casting={casting} />
      {whyNot && (
        <p className="flex gap-3 font-semibold text-gold-ink">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          <span>{whyNot}</span>
        </p>
      )}
      <p className="text-lg">{meaning}</p>
      <div className="grid gap-3 sm:grid-cols-[auto_1fr]">
        <Button
          look="accent"
          busy={sending}
          disabled={whyNot !== null}
          onClick={save}
          className="min-h-16 text-xl sm:order-2"
        >
          {casting.status === 'unanswered' ? 'Try again' : 'Save'}
        </Button>
        <Button look="outline" disabled={sending} onClick={onBack} className="sm:min-h-16">
          <ArrowIcon className="size-5 rotate-180" />
          Go back and change
        </Button>
      </div>
    </div>
  )
}
