import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useApi } from '#web/api/client.ts'
import {
  giveOneTimeCode,
  memberChanged,
  removeTwoFactor,
  renewCardCode,
  resetToBirthday,
  setWithdrawn,
  type Member,
} from '#web/api/members/profile.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { showToast } from '#web/components/toast.tsx'
import { memberName } from '#web/members/member-name.ts'
import { noEmailText } from '#web/members/no-email-text.ts'
import { OneTimeCodeDialog } from '#web/members/profile/one-time-code-dialog.tsx'

interface Act {
  name: string
  /** When one needs it. */
  about: string
  /** What will happen. */
  question: ReactNode
  destructive?: boolean
  run: () => Promise<unknown>
  done: string
}

/** What an administrator can do for a member, beside editing the record. Each says what will happen, and is confirmed. */
export function AdminHelp({ member }: { member: Member }) {
  const api = useApi()
  const queries = useQueryClient()
  const [toConfirm, setToConfirm] = useState<Act | null>(null)
  const [asking, setAsking] = useState(false)
  const [code, setCode] = useState<{ code: string; validHours: number } | null>(null)
  const { id } = member
  const name = <strong>{memberName(member)}</strong>
  const told = member.email ? 'We will email them.' : noEmailText('This member')
  const toldOf = `${told} Their profile shows it too, until they choose their own password.`
  const changed = (act: Promise<unknown>) => act.then(() => memberChanged(queries))

  const oneTimeCode: Act = {
    name: 'Give a one-time code',
    about: 'When they cannot log in: a code to read out, good for one login.',
    question: (
      <>
        First make sure that you are speaking with {name}. The code is shown once, logs them in once, and replaces any
        code given before. {toldOf}
      </>
    ),
    run: async () => setCode(await giveOneTimeCode(api, id)),
    done: '',
  }
  const birthdate: Act = {
    name: 'Reset the password to the birthday',
    about: 'When they have forgotten their password and have no email.',
    question: (
      <>
        {name} will log in with their birthday again and is logged out everywhere. {toldOf}
      </>
    ),
    run: () => resetToBirthday(api, id),
    done: 'The birthday is the password again.',
  }
  const twoFactor: Act = {
    name: 'Remove two-step login',
    about: 'When they have lost the phone with the authenticator app and the recovery codes too.',
    question: (
      <>
        {name} will log in with the password alone, until they turn two-step login on again. {toldOf}
      </>
    ),
    destructive: true,
    run: () => removeTwoFactor(api, id),
    done: 'Two-step login has been removed.',
  }
  const cardCode: Act = {
    name: 'New card code',
    about: 'When a card is lost: the QR code printed on it stops working.',
    question: <>The QR code on every card of {name} printed so far will stop working. New cards get a new one.</>,
    destructive: true,
    run: () => changed(renewCardCode(api, id)),
    done: 'The card has a new code.',
  }
  const withdraw: Act = {
    name: 'Withdraw the membership',
    about: 'The member can no longer log in, vote or show a valid card. The record and its number stay.',
    question: (
      <>
        {name} is logged out everywhere and can no longer log in. The record and the ID number stay, and you can restore
        the membership. {told}
      </>
    ),
    destructive: true,
    run: () => changed(setWithdrawn(api, id, true)),
    done: 'The membership has been withdrawn.',
  }
  const restore: Act = {
    name: 'Restore the membership',
    about: 'The member can log in again, with the same ID number.',
    question: (
      <>
        {name} can log in again as before. {told}
      </>
    ),
    run: () => changed(setWithdrawn(api, id, false)),
    done: 'The membership has been restored.',
  }

  function ask(act: Act) {
    setToConfirm(act)
    setAsking(true)
  }

  const acts = member.withdrawnAt ? [restore] : [oneTimeCode, birthdate, twoFactor, cardCode, withdraw]
  return (
    <section aria-labelledby="help-title" className="card no-print p-6 md:p-8">
      <h2 id="help-title" className="text-2xl">
        Help this member
      </h2>
      <ul className="mt-4 grid">
        {acts.map((act) => (
          <li
            key={act.name}
            className="grid items-center gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[1fr_auto]"
          >
            <p>{act.about}</p>
            <Button look={act.destructive ? 'danger-outline' : 'outline'} size="small" onClick={() => ask(act)}>
              {act.name}
            </Button>
          </li>
        ))}
      </ul>
      {toConfirm && (
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title={`${toConfirm.name}?`}
          action={toConfirm.name}
          destructive={toConfirm.destructive ?? false}
          onConfirm={async () => {
            await toConfirm.run()
            if (toConfirm.done) showToast(toConfirm.done)
          }}
        >
          {toConfirm.question}
        </ConfirmDialog>
      )}
      {code && <OneTimeCodeDialog {...code} name={memberName(member)} onClosed={() => setCode(null)} />}
    </section>
  )
}
