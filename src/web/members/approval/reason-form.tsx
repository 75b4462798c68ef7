import { useState, type FormEvent, type ReactNode } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { TextArea } from '#web/components/text-area.tsx'
import { readyReasons, reasonFrom, whyNotReason } from '#web/members/approval/reasons.ts'

interface ReasonFormProps {
  /** What will go. */
  children: ReactNode
  /** The act by its name. */
  action: string
  onCancel: () => void
  /** What is typed stays when it throws. */
  onReject: (reason: string) => Promise<unknown>
}

/** Asks why, with the reasons that come up most often ready to choose. */
export function ReasonForm({ children, action, onCancel, onReject }: ReasonFormProps) {
  const [ready, setReady] = useState<string | null>(null)
  const [added, setAdded] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })

  async function send(event: FormEvent) {
    event.preventDefault()
    if (state.busy) return
    const reason = reasonFrom(ready ?? '', added)
    const problem = whyNotReason(reason)
    setWrong(problem)
    if (problem) return
    setState({ busy: true, error: null })
    try {
      await onReject(reason)
    } catch (error) {
      setState({ busy: false, error })
    }
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={(event) => void send(event)}>
      <div>{children}</div>
      <fieldset className="grid">
        <legend className="mb-1 font-semibold">Reason</legend>
        {[...readyReasons, ''].map((reason) => (
          <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
            <input
              type="radio"
              name="reason"
              className="size-6 flex-none accent-navy"
              checked={ready === reason}
              onChange={() => {
                setReady(reason)
                setWrong(null)
              }}
            />
            {reason || 'Another reason, in my own words'}
          </label>
        ))}
        {wrong && ready === null && (
          <p role="alert" className="mt-1 font-semibold text-red">
            {wrong}
          </p>
        )}
      </fieldset>
      <TextArea
        label={ready === '' ? 'Your reason' : 'Anything to add'}
        optional={ready !== ''}
        rows={3}
        value={added}
        error={(ready !== null && wrong) || undefined}
        onChange={(event) => setAdded(event.target.value)}
      />
      {state.error !== null && <Notice tone="error">{sentenceOf(state.error)}</Notice>}
      <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-card px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button look="outline" disabled={state.busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={state.busy}>
          {action}
        </Button>
      </div>
    </form>
  )
}
