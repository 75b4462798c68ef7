import type { ReactNode } from 'react'
import { withNext } from '#shared/requested-page.ts'
import { votingText } from '#shared/elections/voting/voting-text.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { AlertIcon } from '#web/components/icons.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import type { Casting } from '#web/elections/voting/use-casting.ts'

const advice: Partial<Record<ApiError['code'], string>> = {
  'voting-not-open': 'By the site’s clock, voting is not open now, so the ballot was not saved.',
  'no-nominee-for-vote':
    'Someone on this ballot is no longer a candidate. Please go back and choose for that seat again.',
  'site-busy': 'Please wait a moment and try again.',
}

interface ErrorDialogProps {
  casting: Casting
  /** What to do after having been logged out: it hangs on whether the choices are kept. */
  loggedOut: string
  onClose: () => void
}

/** Why a ballot was not saved, and what to do. */
export function ErrorDialog({ casting, loggedOut, onClose }: ErrorDialogProps) {
  const refused = casting.status === 'refused' ? casting.error : null
  const code = refused instanceof ApiError ? refused.code : null
  const whatToDo = code === 'not-signed-in' ? loggedOut : code && advice[code]
  return (
    <Dialog open={casting.status === 'refused'} onClose={onClose} title={votingText.failedTitle}>
      <div className="grid gap-5">
        <p role="alert" className="flex gap-3 text-lg font-semibold text-red">
          <AlertIcon className="mt-0.5 size-6 flex-none" />
          {refused !== null && sentenceOf(refused)}
        </p>
        {whatToDo && <p>{whatToDo}</p>}
        <div className="flex flex-wrap justify-end gap-3">
          {wayOn(code)}
          <Button look="outline" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function wayOn(code: ApiError['code'] | null): ReactNode {
  if (code === 'not-signed-in')
    return (
      <a
        href={withNext('/login', window.location.pathname + window.location.search)}
        className={buttonClass('primary')}
      >
        Log in
      </a>
    )
  if (code === 'own-password-first')
    return (
      <SiteLink href="/reset-password" className={buttonClass('primary')}>
        Choose my own password
      </SiteLink>
    )
  return null
}
