import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showBytes, showCount } from '#shared/figures.ts'
import { maxCardsPrinted, rangeFaults, type RequestedCards } from '#shared/members/card/print-cards.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { settingsQuery, useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { CheckField, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { useForm, useValues, type CheckedForm } from '#web/components/use-form.ts'
import type { PrintedCards } from '#web/members/listing/use-print-cards.tsx'
import { fetchCardSheets, previewCardsQuery } from './api.ts'

interface PrintCardsDialogProps {
  onClose: () => void
  /** The chosen members. Without them, the dialog asks for a range of ID numbers. */
  cards?: PrintedCards
}

type Range = Record<'from' | 'to', string>

/** Cards for the printer, ten per sheet of A4. Closing it stops the work. */
export function PrintCardsDialog({ onClose, cards: chosen }: PrintCardsDialogProps) {
  const [received, setReceived] = useState(0)
  const [stop] = useState(() => new AbortController())
  useEffect(() => () => stop.abort(), [stop])
  const { addressKnown } = useSite()
  const prefix = useQuery(settingsQuery).data?.settings.idPrefix ?? ''
  const form = useForm<Range, RequestedCards>({
    values: { from: '', to: '' },
    check: (typed) => (leavesOut ? { sent: { filter: { ids: sound.map(({ id }) => id) } } } : cardsOf(typed, chosen)),
    async send(cards) {
      setReceived(0)
      saveFile(await fetchCardSheets(cards, setReceived, stop.signal), nameOf(cards, count))
    },
  })
  const { change } = form
  useEffect(() => {
    if (prefix) change({ from: `${prefix}-000-001` })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the prefix is known
  }, [prefix])
  const isDone = form.outcome.status === 'done'
  const tooMany = chosen !== undefined && chosen.count > maxCardsPrinted
  const request = cardsOf(useValues(form), chosen)
  const preview = useQuery(previewCardsQuery('sent' in request && !tooMany ? request.sent : null))
  const cards = preview.data ?? []
  const sound = cards.filter(({ valid, hasPhoto }) => valid && hasPhoto)
  const [wantsSound, setWantsSound] = useState(false)
  const leavesOut = wantsSound && sound.length > 0
  const count = leavesOut ? sound.length : (preview.data?.length ?? chosen?.count)
  // For large selections the number is unknown.
  const counted = chosen && !tooMany ? showCount(chosen.count, 'card') : null
  const number = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } as const

  return (
    <Dialog
      onClose={onClose}
      staysOpen
      title={counted ? `Print the ${counted}` : 'Print ID cards'}
      description={`Ten cards on each sheet of A4, fronts and backs. At most ${maxCardsPrinted} cards at a time.`}
    >
      <Form form={form} className="grid gap-5">
        {!chosen && (
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField {...number} label="From ID number" name="from" />
            <TextField {...number} label="To ID number" name="to" placeholder={prefix && `${prefix}-000-050`} />
          </div>
        )}
        {!addressKnown && (
          <Notice tone="warning" title="The codes on these cards would not work">
            The site does not know its own address. Ask the person who runs the server to set PUBLIC_URL. Do not print
            cards before that.
          </Notice>
        )}
        <PrintingAdvice />
        {sound.length < cards.length && (
          <Notice tone="warning">
            <Lacking cards={cards.filter(({ valid }) => !valid)} one="card says" many="cards say">
              NOT VALID, because dues have lapsed
            </Lacking>
            <Lacking cards={cards.filter(({ hasPhoto }) => !hasPhoto)} one="card has" many="cards have">
              no photo
            </Lacking>
            {sound.length > 0 && (
              <CheckField
                label={cards.length - sound.length === 1 ? 'Leave it out' : 'Leave these out'}
                checked={wantsSound}
                onChange={({ target }) => setWantsSound(target.checked)}
              />
            )}
          </Notice>
        )}
        {tooMany && <Notice tone="error">Please choose at most {maxCardsPrinted} cards at a time.</Notice>}
        {form.failure !== null && (
          <Notice tone="error" title="The cards could not be prepared">
            {whyNot(form.failure)}
          </Notice>
        )}
        {isDone && (
          <Notice tone="success" title="The file is ready">
            It is in your downloads. Open it and print it.
          </Notice>
        )}
        <p role="status" className="empty:hidden text-muted tabular-nums">
          {form.busy && `Preparing the cards… ${showBytes(received)}`}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            {isDone ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" busy={form.busy || preview.isLoading} disabled={tooMany}>
            {counted ? `Download the ${showCount(count ?? 0, 'card')}` : 'Download these cards'}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** The general sentence would not say what was searched for. */
const whyNot = (error: unknown) =>
  error instanceof ApiError && error.code === 'not-found'
    ? 'None of these people has a card to print. Only current members with an ID number have one.'
    : sentenceOf(error)

function PrintingAdvice() {
  return (
    <ul className="grid list-disc gap-1 pl-5 text-muted">
      <li>
        Choose <strong>actual size</strong> (100%), so that the cards fit their holders.
      </li>
      <li>
        For both sides, choose <strong>double-sided, flip on the long edge</strong>.
      </li>
      <li>Cards of members who have left are not printed.</li>
    </ul>
  )
}

interface LackingProps {
  cards: readonly { name: string }[]
  one: string
  many: string
  children: string
}

/** By name, so that those who were ticked can be unticked; of a range of ID numbers they can only be left out. */
const Lacking = ({ cards, one, many, children }: LackingProps) =>
  cards.length > 0 && (
    <p>
      {showCount(cards.length, one, many)} {children}: {cards.map(({ name }) => name).join(', ')}.
    </p>
  )

function cardsOf(typed: Range, chosen: PrintedCards | undefined): CheckedForm<RequestedCards> {
  // Even an empty filter leaves somebody out: withdrawn members get no card.
  if (chosen) return { sent: { filter: { status: 'member', ...chosen.filter } } }
  const range = { from: typed.from.trim().toUpperCase(), to: typed.to.trim().toUpperCase() }
  const problems = rangeFaults(range.from, range.to)
  return problems ? { problems: { ...problems } } : { sent: range }
}

const nameOf = (cards: RequestedCards, count = 0): string =>
  'filter' in cards ? `cards-${count}.pdf` : `cards-${cards.from}-to-${cards.to}.pdf`
