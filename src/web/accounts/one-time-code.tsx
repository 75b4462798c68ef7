import { codeValidHours } from '#shared/accounts/login-help.ts'
import { api, unwrap } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton, Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'

export interface OneTimeCode {
  code: string
  /** For a second administrator. */
  waits: boolean
}

export const giveOneTimeCode = (id: string): Promise<OneTimeCode> =>
  unwrap(api.members[':id']['one-time-code'].$post({ param: { id } }))

const confirmOneTimeCode = (id: string) =>
  unwrap(api.members[':id']['one-time-code'].confirmation.$post({ param: { id } }))

interface OneTimeCodeDialogProps extends OneTimeCode {
  name: string
  onClose: () => void
}

/** The code, large enough to read out over the phone. It is nowhere else. */
export function OneTimeCodeDialog({ code, waits, name, onClose }: OneTimeCodeDialogProps) {
  return (
    <Dialog onClose={onClose} staysOpen title="One-time code" description={`For ${name}. You will see it only once.`}>
      <p
        data-testid="one-time-code"
        className="display rounded-card bg-navy px-4 py-6 text-center text-4xl tracking-wider text-white tabular-nums [word-spacing:0.2em] select-all sm:text-5xl"
      >
        {code}
      </p>
      <p className="mt-4">
        Read it out, group by group. The member logs in with their serial number and types these twelve digits in place
        of the password, with or without spaces. They work once, for {codeValidHours} hours, and wrong tries do not use
        them up.
      </p>
      {waits && (
        <Notice tone="warning" className="mt-4">
          It does not work yet: the current election asks for a second administrator. We have emailed the other
          administrators for membership and elections; one of them must confirm it.
        </Notice>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>I have read it out</Button>
      </div>
    </Dialog>
  )
}

interface WaitingCodeProps {
  memberId: string
  name?: string
  givenBy: string
  isOwn: boolean
  onConfirmed: () => Promise<unknown>
}

/** The code was read out; it works once another administrator has checked who it is for. */
export function WaitingCode({ memberId, name = 'this member', givenBy, isOwn, onConfirmed }: WaitingCodeProps) {
  if (isOwn)
    return (
      <Notice tone="info" title="Your one-time code is waiting">
        The code for {name} works after another administrator for membership or elections confirms it.
      </Notice>
    )
  return (
    <Notice tone="warning" title="Please confirm a one-time code">
      <p>
        {givenBy} gave it to {name} while voting is open. It does not work until you confirm it.
      </p>
      <ConfirmButton
        button={{ look: 'outline', size: 'small', className: 'mt-3' }}
        title="Confirm the one-time code?"
        action="Confirm the one-time code"
        toast="The code works now."
        onConfirm={() => confirmOneTimeCode(memberId).then(onConfirmed)}
      >
        Make sure with {givenBy} that the member asked for it. A ballot cast after this is marked as helped, and
        everybody can see how many such ballots there are.
      </ConfirmButton>
    </Notice>
  )
}
