import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isInventedAddress } from '#shared/accounts/administrators.ts'
import { copiesText, inventedAddressText } from '#shared/elections/closing/certify-text.ts'
import { meQuery } from '#web/api/accounts.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { certify, closed, type Closing } from '#web/api/elections/closing.ts'
import { Button } from '#web/components/button.tsx'
import { CheckField } from '#web/components/check-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { showCount } from '#web/components/show-count.ts'
import { SiteLink } from '#web/router/site-link.tsx'

interface CertifyDialogProps {
  open: boolean
  closing: Closing
  onClose: () => void
}

/** Says plainly what cannot be undone, and asks for a tick before it can be pressed. */
export function CertifyDialog({ open, closing, onClose }: CertifyDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const email = useQuery(meQuery(api)).data?.email ?? ''
  const [understood, setUnderstood] = useState(false)
  const certifying = useMutation({
    mutationFn: () =>
      certify(
        api,
        closing.electionId,
        closing.elected.map(({ nomineeId }) => nomineeId),
      ),
    onSuccess: () => {
      showToast('The result is certified.')
      onClose()
    },
    // Also when it failed: somebody else may have certified it, or the answer was lost on its way.
    onSettled: () => closed(queries),
  })

  function close() {
    setUnderstood(false)
    certifying.reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      staysOpen
      busy={certifying.isPending}
      title="Certify the result?"
      description={`${closing.title}: ${showCount(closing.cast, 'ballot')}, ${showCount(closing.elected.length, 'person is', 'people are')} then elected.`}
    >
      <div className="grid grid-cols-1 gap-5">
        <div>
          <p className="font-semibold">From then on, for good:</p>
          <ul className="mt-2 grid list-disc gap-2 pl-5">
            <li>The numbers are frozen. Nobody can change a vote, a tie or the turnout.</li>
            <li>The key that seals the ballots is destroyed and the sealed ballots are emptied.</li>
            <li>
              Nobody can ever open a ballot again: not an administrator, not the person who runs the server, not even
              the voter. Receipt codes can still be looked up.
            </li>
          </ul>
        </div>
        <Notice tone="warning">{copiesText}</Notice>
        {isInventedAddress(email) && (
          <Notice tone="warning" title={inventedAddressText.title}>
            <p className="break-words">{inventedAddressText.why(email)}</p>
            <SiteLink href="/security#email" className="text-link inline-flex min-h-11 items-center">
              {inventedAddressText.change}
            </SiteLink>
          </Notice>
        )}
        <CheckField
          label="I have checked the numbers, and I know that this cannot be undone"
          checked={understood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
        {certifying.isError && (
          <Notice tone="error" title="The result was not certified">
            {sentenceOf(certifying.error)}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" disabled={certifying.isPending} onClick={close}>
            Not yet
          </Button>
          <Button look="danger" disabled={!understood} busy={certifying.isPending} onClick={() => certifying.mutate()}>
            Certify for good
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
