import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { memberFileKinds } from '#shared/members/files.ts'
import { returningText as text } from '#shared/members/approval/returning-text.ts'
import { itemLabel, mendableFields, mendableItems, type MendableItem } from '#shared/members/registration/mendable.ts'
import { ApiError, sentenceOf, useApi } from '#web/api/client.ts'
import { memberQuery } from '#web/api/members/profile.ts'
import { Button } from '#web/components/button.tsx'
import { useSite } from '#web/api/site.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { TextArea } from '#web/components/text-area.tsx'
import type { Waiting } from '#web/members/approval/queue.ts'
import { memberName } from '#web/members/member-name.ts'

interface ReturnDialogProps {
  person: Waiting
  onClose: () => void
  /** What is ticked and typed stays when it throws. */
  onReturn: (person: Waiting, asked: { items: MendableItem[]; message: string }) => Promise<unknown>
}

/** What the applicant is to send again, and a sentence about it. */
export function ReturnDialog({ person, onClose, onReturn }: ReturnDialogProps) {
  const { data } = useQuery(memberQuery(useApi(), person.id))
  const { sendsEmail } = useSite()
  const [ticked, setTicked] = useState<ReadonlySet<MendableItem>>(new Set())
  const [message, setMessage] = useState('')
  const [asked, setAsked] = useState(false)
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const items = mendableItems.filter((item) => ticked.has(item))
  const wrong = state.error instanceof ApiError ? state.error.fields : {}

  async function send(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (state.busy || items.length === 0 || message.trim() === '') return
    setState({ busy: true, error: null })
    try {
      await onReturn(person, { items, message })
    } catch (error) {
      setState({ busy: false, error })
    }
  }

  function tick(item: MendableItem, on: boolean) {
    const next = new Set(ticked)
    if (on) next.add(item)
    else next.delete(item)
    setTicked(next)
  }

  const boxes = (names: readonly MendableItem[]) =>
    names.map((item) => (
      <label key={item} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          className="size-6 flex-none accent-navy"
          checked={ticked.has(item)}
          onChange={(event) => tick(item, event.target.checked)}
        />
        {itemLabel(item)}
      </label>
    ))

  return (
    <Dialog open staysOpen busy={state.busy} size="wide" onClose={onClose} title={text.title}>
      <form className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
        <div>
          <p>
            <strong>{memberName(person)}</strong>
          </p>
          <p className="mt-2">
            {!sendsEmail ? (
              <strong>{text.noMail}</strong>
            ) : data && !data.member.email ? (
              <strong>{text.noEmail}</strong>
            ) : (
              text.byEmail
            )}{' '}
            {text.lead}
          </p>
        </div>
        <fieldset className="grid">
          <legend className="mb-1 font-semibold">{text.pictures}</legend>
          {boxes(memberFileKinds)}
        </fieldset>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">{text.answers}</summary>
          <p className="text-muted">{text.answersHint}</p>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2">{boxes(mendableFields)}</div>
        </details>
        {asked && items.length === 0 && (
          <p role="alert" className="font-semibold text-red">
            {text.nothingTicked}
          </p>
        )}
        <TextArea
          label={text.message}
          hint={text.messageHint}
          rows={3}
          value={message}
          error={asked && message.trim() === '' ? text.noMessage : wrong['message']}
          onChange={(event) => setMessage(event.target.value)}
        />
        {state.error !== null && <Notice tone="error">{sentenceOf(state.error)}</Notice>}
        <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-card px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
          <Button look="outline" disabled={state.busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={state.busy}>
            {text.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
