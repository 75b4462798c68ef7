import { useState, useId, type ReactNode } from 'react'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton, Dialog } from '#web/components/dialog.tsx'
import { invalidateMembers, type Member } from '#web/members/api.ts'
import { memberName, noEmailText } from '#web/members/text.ts'
import { giveOneTimeCode, removeTwoFactor, resetToBirthday, renewCardCode, setWithdrawn } from './api.ts'

/** What a member calls about most: they cannot log in. The ways to help stand together, before anything else. */
export function AdminHelp({ member }: { member: Member }) {
  const [code, setCode] = useState<{ code: string; validHours: number } | null>(null)
  const { id } = member
  const name = <strong>{memberName(member)}</strong>
  const { email } = member
  const unreachable = noEmailText('This member', { email, ...useSite() })
  /** Only that it happened: a code is in neither. */
  const emailNote = (what: string) =>
    `${unreachable ?? `We will email them that ${what}.`} Their profile says that an administrator helped, until they choose their own password.`

  const oneTimeCode: Act = {
    name: 'Give a one-time code',
    about: 'When they cannot log in: a code to read out, good for one login.',
    question: (
      <>
        First make sure that you are speaking with {name}. The code is shown once, logs them in once, and replaces any
        code given before. {emailNote('a code was given, without the code itself')}
      </>
    ),
    run: async () => setCode(await giveOneTimeCode(id)),
    done: '',
  }
  const birthdate: Act = {
    name: 'Reset the password to the birthday',
    about: 'When they have forgotten their password and have no email.',
    question: (
      <>
        {name} will log in with their birthday again and is logged out everywhere. {emailNote('it was reset')}
      </>
    ),
    run: () => resetToBirthday(id),
    done: 'The birthday is the password again.',
  }
  const twoFactor: Act = {
    name: 'Remove two-step login',
    about: 'When they have lost the phone with the authenticator app and the recovery codes too.',
    question: (
      <>
        {name} will log in with the password alone, until they turn two-step login on again.{' '}
        {emailNote('it was removed')}
      </>
    ),
    destructive: true,
    run: () => removeTwoFactor(id),
    done: 'Two-step login has been removed.',
  }

  return (
    <>
      <MemberActs title="Help this member" acts={[oneTimeCode, birthdate, twoFactor]} />
      {code && <OneTimeCodeDialog {...code} name={memberName(member)} onClose={() => setCode(null)} />}
    </>
  )
}

/** What an administrator does about the membership itself, which is rare. */
export function MembershipActs({ member }: { member: Member }) {
  const { id } = member
  const name = <strong>{memberName(member)}</strong>
  const { email } = member
  const emailNote = noEmailText('This member', { email, ...useSite() }) ?? 'We will email them.'
  const changed = (act: Promise<unknown>) => act.then(() => invalidateMembers())

  const cardCode: Act = {
    name: 'New card code',
    about: 'When a card is lost: the QR code printed on it stops working.',
    question: <>The QR code on every card of {name} printed so far will stop working. New cards get a new one.</>,
    destructive: true,
    run: () => changed(renewCardCode(id)),
    done: 'The card has a new code.',
  }
  const withdraw: Act = {
    name: 'Withdraw the membership',
    about: 'The member can no longer log in, vote or show a valid card. The record and its number stay.',
    question: (
      <>
        {name} is logged out everywhere and can no longer log in. The record and the ID number stay, and you can restore
        the membership. {emailNote}
      </>
    ),
    destructive: true,
    run: () => changed(setWithdrawn(id, true)),
    done: 'The membership has been withdrawn.',
  }
  const restore: Act = {
    name: 'Restore the membership',
    about: 'The member can log in again, with the same ID number.',
    question: (
      <>
        {name} can log in again as before. {emailNote}
      </>
    ),
    run: () => changed(setWithdrawn(id, false)),
    done: 'The membership has been restored.',
  }

  return <MemberActs title="Membership and card" acts={member.withdrawnAt ? [restore] : [cardCode, withdraw]} />
}

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
function MemberActs({ title, acts }: { title: string; acts: readonly Act[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card no-print p-6 md:p-8">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <ul className="mt-4 grid">
        {acts.map(({ name, about, question, destructive = false, run, done }) => (
          <li
            key={name}
            className="grid items-center gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[1fr_auto]"
          >
            <p>{about}</p>
            <ConfirmButton
              button={{ look: destructive ? 'danger-outline' : 'outline', size: 'small' }}
              title={`${name}?`}
              action={name}
              destructive={destructive}
              toast={done}
              onConfirm={run}
            >
              {question}
            </ConfirmButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OneTimeCodeDialogProps {
  code: string
  validHours: number
  name: string
  onClose: () => void
}

/** The code, large enough to read out over the phone. It is nowhere else. */
function OneTimeCodeDialog({ code, validHours, name, onClose }: OneTimeCodeDialogProps) {
  return (
    <Dialog onClose={onClose} staysOpen title="One-time code" description={`For ${name}. It is shown only now.`}>
      <p
        data-testid="one-time-code"
        className="display rounded-card bg-navy px-4 py-6 text-center text-4xl tracking-wider text-white tabular-nums [word-spacing:0.2em] select-all sm:text-5xl"
      >
        {code}
      </p>
      <p className="mt-4">
        Read it out, group by group. The member logs in with their serial number and types these twelve digits in place
        of the password, with or without spaces. They work once, for {validHours} hours, and wrong tries do not use them
        up.
      </p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>I have read it out</Button>
      </div>
    </Dialog>
  )
}
