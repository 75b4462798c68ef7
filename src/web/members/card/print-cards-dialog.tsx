import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { maxCardsPrinted, rangeFaults } from '#shared/members/card/print-cards.ts'
import type { MemberFilter } from '#shared/members/listing/member-filter.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { settingsQuery } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { showBytes } from '#web/components/formats.ts'
import { TextField } from '#web/components/fields.tsx'
import { fetchCardSheets } from '#web/members/card/api.ts'
import type { PrintedCards } from '#web/members/listing/use-print-cards.tsx'

interface PrintCardsDialogProps {
  open: boolean
  onClose: () => void
  /** Of the chosen members; without them, a range of ID numbers is asked for. */
  cards?: PrintedCards
}

type Wanted = { filter: MemberFilter } | { from: string; to: string }

type State =
  | { step: 'asking'; error?: unknown; fields?: { from?: string; to?: string } }
  | { step: 'preparing'; received: number }
  | { step: 'done' }

/** Cards for the printer, ten to a sheet of A4. */
export function PrintCardsDialog({ open, onClose, cards: chosen }: PrintCardsDialogProps) {
  const [state, setState] = useState<State>({ step: 'asking' })
  const underWay = useRef<AbortController>(null)
  const counted = chosen ? `${chosen.count} ${chosen.count === 1 ? 'card' : 'cards'}` : ''
  const tooMany = chosen !== undefined && chosen.count > maxCardsPrinted

  function close() {
    underWay.current?.abort()
    setState({ step: 'asking' })
    onClose()
  }

  async function prepare(cards: Wanted) {
    const stop = new AbortController()
    underWay.current = stop
    setState({ step: 'preparing', received: 0 })
    try {
      const onBytes = (received: number) => !stop.signal.aborted && setState({ step: 'preparing', received })
      saveFile(await fetchCardSheets(cards, onBytes, stop.signal), nameOf(cards, chosen?.count))
      setState({ step: 'done' })
    } catch (error) {
      if (stop.signal.aborted) return
      setState({ step: 'asking', error, ...(error instanceof ApiError && { fields: error.fields }) })
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // With nobody left out there is still somebody to leave out: who has withdrawn gets no card.
    if (chosen) return void prepare({ filter: { status: 'member', ...chosen.filter } })
    const form = new FormData(event.currentTarget)
    const typed = (name: string) => ((form.get(name) as string | null) ?? '').trim().toUpperCase()
    const cards = { from: typed('from'), to: typed('to') }
    const fields = rangeFaults(cards.from, cards.to)
    if (fields) setState({ step: 'asking', fields })
    else void prepare(cards)
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      staysOpen
      title={chosen ? `Print the ${counted}` : 'Print ID cards'}
      description={`Ten cards on each sheet of A4, fronts and backs. At most ${maxCardsPrinted} cards at a time.`}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        {!chosen && <RangeFields fields={state.step === 'asking' ? state.fields : undefined} />}
        <PrintingAdvice />
        {tooMany && <Notice tone="error">Please choose at most {maxCardsPrinted} cards at a time.</Notice>}
        {state.step === 'asking' && state.error !== undefined && (
          <Notice tone="error" title="The cards could not be prepared">
            {whyNot(state.error)}
          </Notice>
        )}
        {state.step === 'done' && (
          <Notice tone="success" title="The file is ready">
            It is in your downloads. Open it and print it.
          </Notice>
        )}
        <p role="status" className="empty:hidden text-muted tabular-nums">
          {state.step === 'preparing' && `Preparing the cards… ${showBytes(state.received)}`}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={close}>
            {state.step === 'done' ? 'Close' : 'Cancel'}
          </Button>
          <Button type="submit" busy={state.step === 'preparing'} disabled={tooMany}>
            {chosen ? `Print the ${chosen.count} ticked ${chosen.count === 1 ? 'card' : 'cards'}` : 'Print these cards'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The general sentence would not say what was looked for. */
const whyNot = (error: unknown) =>
  error instanceof ApiError && error.code === 'not-found'
    ? 'None of these people has a card to print. Only current members with an ID number have one.'
    : sentenceOf(error)

function RangeFields({ fields }: { fields: { from?: string; to?: string } | undefined }) {
  const { data } = useQuery(settingsQuery)
  const prefix = data?.settings.idPrefix ?? ''
  const number = { autoCapitalize: 'characters', autoComplete: 'off', spellCheck: false } as const
  return (
    <div key={prefix} className="grid gap-5 sm:grid-cols-2">
      <TextField
        {...number}
        label="From ID number"
        name="from"
        defaultValue={prefix && `${prefix}-000-001`}
        error={fields?.from}
      />
      <TextField
        {...number}
        label="To ID number"
        name="to"
        placeholder={prefix && `${prefix}-000-050`}
        error={fields?.to}
      />
    </div>
  )
}

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

const nameOf = (cards: Wanted, count = 0): string =>
  'filter' in cards ? `cards-${count}.pdf` : `cards-${cards.from}-to-${cards.to}.pdf`
