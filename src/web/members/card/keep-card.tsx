import { useEffect, useState } from 'react'
import type { OwnCard } from '#shared/members/card/card.ts'
import { keepCardText } from '#shared/members/card/text.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { canKeepCard, keepCard, readKeptCard, removeKeptCard } from '#web/kept-on-phone.ts'

type State =
  | { status: 'looking' }
  | { status: 'not kept'; busy?: true; failed?: true }
  | { status: 'kept'; card: OwnCard; busy?: true }

/** The member's wish to have the card on this phone. Off until asked for, because phones are shared. */
export function KeepCard() {
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
    <div className="mt-6 grid justify-items-start gap-3 border-t border-line pt-5">
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
