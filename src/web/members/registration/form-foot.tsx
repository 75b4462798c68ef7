import { Button } from '#web/components/button.tsx'
import { setConsent, useConsent } from '#web/members/registration/consent.ts'
import { namesOf, partNames, type AskedField } from '#web/members/registration/form-values.ts'
import { registrationText } from './text.ts'

interface FormFootProps {
  done: number
  missing: readonly AskedField[]
  /** What was found wrong. */
  wrong: readonly AskedField[]
  closed: boolean
  busy: boolean
  /** Something is kept on this device. */
  kept: boolean
  onClear: () => void
}

export function FormFoot({ done, missing, wrong, closed, busy, kept, onClear }: FormFootProps) {
  const { accepted } = useConsent()
  return (
    <div className="card p-5 md:p-8">
      <div className="grid gap-4">
        {!accepted && !closed && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-field border-l-4 border-gold bg-gold-soft px-4 py-3 text-gold-ink">
            <p className="min-w-0 flex-[1_1_15rem]">{registrationText.acceptFirst}</p>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <Button look="outline" onClick={() => setConsent({ accepted: true })}>
                I Accept
              </Button>
              <button
                type="button"
                className="min-h-11 text-left font-semibold underline underline-offset-4"
                onClick={() => setConsent({ policyOpen: true })}
              >
                Read the policy
              </button>
            </div>
          </div>
        )}
        <div className="text-muted">
          <p>{registrationText.partsDone(done, partNames.length)}</p>
          {missing.length > 0 ? (
            <p>{registrationText.missing(namesOf(missing))}</p>
          ) : (
            wrong.length > 0 && <p>{registrationText.wrong(namesOf(wrong))}</p>
          )}
        </div>
        <Button
          type="submit"
          disabled={closed || !accepted}
          busy={busy}
          className="w-full text-lg sm:w-auto sm:px-10 sm:justify-self-start"
        >
          {closed ? registrationText.closed.title : 'Submit Registration'}
        </Button>
      </div>
      {kept && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-3 text-muted">
          <p>{registrationText.draftKept}</p>
          <Button look="quiet" size="small" className="-ml-4 sm:ml-0" onClick={onClear}>
            Clear the form
          </Button>
        </div>
      )}
    </div>
  )
}
