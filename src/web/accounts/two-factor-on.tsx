import { useState } from 'react'
import { PasswordDialog } from '#web/accounts/password-dialog.tsx'
import { RecoveryCodes } from '#web/accounts/recovery-codes.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { removeTwoFactor, renewRecoveryCodes, twoFactorQuery } from '#web/accounts/api.ts'
import { queries } from '#web/api/query-client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'

const fewCodes = 3

/** Two-step login as it stands, with new recovery codes and the way to turn it off; both ask for the password. */
export function TwoFactorOn({ name, codesLeft }: { name: string | null; codesLeft: number }) {
  const [asking, setAsking] = useState<'remove' | 'renew' | null>(null)
  const [newCodes, setNewCodes] = useState<string[] | null>(null)
  const refresh = () => Promise.all([queries.invalidateQueries(twoFactorQuery), queries.invalidateQueries(meQuery)])

  if (newCodes) {
    return (
      <RecoveryCodes
        codes={newCodes}
        onDone={() => {
          setNewCodes(null)
          void refresh()
        }}
      />
    )
  }
  return (
    <>
      <Notice tone="success" title={name ? `On, with “${name}”` : 'On'}>
        {codesLeft} recovery {codesLeft === 1 ? 'code' : 'codes'} left.
      </Notice>
      {codesLeft < fewCodes && (
        <Notice tone="warning" className="mt-3">
          You are running out of recovery codes. Please make new ones.
        </Notice>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button look="outline" onClick={() => setAsking('renew')}>
          New recovery codes
        </Button>
        <Button look="danger-outline" onClick={() => setAsking('remove')}>
          Turn off two-step login
        </Button>
      </div>
      <PasswordDialog
        open={asking === 'renew'}
        onClose={() => setAsking(null)}
        title="New recovery codes"
        explanation="The codes you have now stop working."
        action="Make new codes"
        act={async (password) => {
          const { recoveryCodes } = await renewRecoveryCodes({ password })
          setNewCodes(recoveryCodes)
        }}
      />
      <PasswordDialog
        open={asking === 'remove'}
        onClose={() => setAsking(null)}
        title="Turn off two-step login?"
        explanation="Your password alone will let you in, and your recovery codes stop working."
        action="Turn off"
        look="danger"
        act={async (password) => {
          await removeTwoFactor({ password })
          await refresh()
        }}
      />
    </>
  )
}
