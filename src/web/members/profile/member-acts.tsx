import { useState, useId, type ReactNode } from 'react'
import { needsSecondAdmin } from '#shared/accounts/login-help.ts'
import { whyCannotLeave } from '#shared/elections/roll/roll.ts'
import { sentenceFor } from '#shared/text.ts'
import { showInstant } from '#shared/time.ts'
import { giveOneTimeCode, OneTimeCodeDialog, type OneTimeCode } from '#web/accounts/one-time-code.tsx'
import { useSite } from '#web/api/site.ts'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { invalidateMembers, type Member, type AccountStanding } from '#web/members/api.ts'
import { memberName, noEmailText } from '#web/members/text.ts'
import { confirmAccount, removeMembersTwoFactor, resetToBirthday, renewCardCode, setWithdrawn } from './api.ts'
import { profileParts } from './text.ts'

/** Somebody wrote to the database directly: until an administrator vouches for the record, it cannot be used to log in. */
export function ChangedOutside({ member }: { member: Member }) {
  const name = memberName(member)
  return (
    <Notice tone="error" title="This account was changed outside the site">
      <p>
        Nobody can log in with it. Compare the email address, serial number and birthday below with what the association
        has on paper, and correct them where they are wrong. Then confirm the account.
      </p>
      <ConfirmButton
        button={{ look: 'outline', size: 'small', className: 'mt-3' }}
        title="Confirm this account?"
        action="Confirm this account"
        toast="The account has been confirmed."
        onConfirm={() => confirmAccount(member.id, member.version).then(() => invalidateMembers())}
      >
        You confirm that the record of <strong>{name}</strong> is right. They can log in again. The audit log shows that
        you confirmed it.
      </ConfirmButton>
    </Notice>
  )
}

function loginFacts({ ownPassword, twoFactor, stoppedUntil }: AccountStanding): string {
  const how = `Logs in with ${ownPassword ? 'their own password' : 'the birthday'}.`
  const twoStep = `Two-step login is ${twoFactor ? 'on' : 'off'}.`
  const stopped = stoppedUntil
    ? ` After too many wrong tries, they cannot log in on a new device until ${showInstant(stoppedUntil)}. A one-time code lets them in now.`
    : ''
  return `${how} ${twoStep}${stopped}`
}

/** The ways to help a member who cannot log in. */
export function AdminHelp({ member, standing }: { member: Member; standing: AccountStanding }) {
  const [code, setCode] = useState<OneTimeCode | null>(null)
  const { id } = member
  const name = <strong>{memberName(member)}</strong>
  const { email } = member
  const unreachable = noEmailText('This member', { email, ...useSite() })
  /** Only that it happened: neither has the code. */
  const emailNote = (what: string) =>
    `${unreachable ?? `We will email them that ${what}.`} Until they choose their own password, their profile says that an administrator helped.`

  const oneTimeCode: Act = {
    name: 'Give a one-time code',
    about: 'For a member who cannot log in: a code to read out, for one login.',
    question: (
      <>
        First make sure that you are speaking with {name}. The code is shown once, logs them in once, and replaces any
        code given before. {emailNote('a code was given, without the code itself')}
      </>
    ),
    run: async () => {
      const made = await giveOneTimeCode(id)
      setCode(made)
      void invalidateMembers()
    },
    done: '',
  }
  const asking = standing.openRolls.find((open) => needsSecondAdmin([open]))
  const refused = asking && sentenceFor('help-by-code-only', { election: asking.title })
  const birthdate: Act = {
    name: 'Reset the password to the birthday',
    about: 'For a member who forgot the password and has no email.',
    question: (
      <>
        {name} will log in with their birthday again and is logged out everywhere. {emailNote('it was reset')}
      </>
    ),
    run: () => resetToBirthday(id).then(() => invalidateMembers()),
    refused,
    done: 'The password is the birthday again.',
  }
  const twoFactor: Act = {
    name: 'Remove two-step login',
    about: 'For a member who lost the phone with the app and the recovery codes.',
    question: (
      <>
        {name} will log in with the password alone, until they turn two-step login on again.{' '}
        {emailNote('it was removed')}
      </>
    ),
    destructive: true,
    run: () => removeMembersTwoFactor(id).then(() => invalidateMembers()),
    refused,
    done: 'Two-step login has been removed.',
  }

  return (
    <>
      <MemberActs
        {...profileParts.help}
        lead={loginFacts(standing)}
        acts={[oneTimeCode, birthdate, ...(standing.twoFactor ? [twoFactor] : [])]}
      />
      {code && <OneTimeCodeDialog {...code} name={memberName(member)} onClose={() => setCode(null)} />}
    </>
  )
}

/** What an administrator rarely does: changes to the membership itself. */
export function MembershipActs({ member, standing }: { member: Member; standing: AccountStanding }) {
  const { id } = member
  const name = <strong>{memberName(member)}</strong>
  const { email } = member
  const emailNote = noEmailText('This member', { email, ...useSite() }) ?? 'We will email them.'
  const changed = (act: Promise<unknown>) => act.then(() => invalidateMembers())
  const [firstRoll] = standing.openRolls

  const cardCode: Act = {
    name: 'New card code',
    about: 'For a lost card: its QR code stops working.',
    question: <>The QR code on every printed card of {name} will stop working. New cards get a new code.</>,
    destructive: true,
    run: () => changed(renewCardCode(id)),
    done: 'The card has a new code.',
  }
  const withdraw: Act = {
    name: 'Withdraw the membership',
    about:
      'After this, the member can no longer log in or vote, and the card is no longer valid. The record and its number stay.',
    question: (
      <>
        {name} is logged out everywhere and can no longer log in. The record and the ID number stay, and you can restore
        the membership. {emailNote}
      </>
    ),
    destructive: true,
    run: () => changed(setWithdrawn(id, true)),
    refused: whyCannotLeave(standing.openRolls) && sentenceFor('on-open-roll', { election: firstRoll?.title ?? '' }),
    done: 'The membership has been withdrawn.',
  }
  const restore: Act = {
    name: 'Restore the membership',
    about: 'After this, the member can log in again, with the same ID number.',
    question: (
      <>
        {name} can log in again as before. {emailNote}
      </>
    ),
    run: () => changed(setWithdrawn(id, false)),
    done: 'The membership has been restored.',
  }

  return <MemberActs label="Membership and card" acts={member.withdrawnAt ? [restore] : [cardCode, withdraw]} />
}

interface Act {
  name: string
  /** When it is needed. */
  about: string
  /** What will happen. */
  question: ReactNode
  destructive?: boolean
  run: () => Promise<unknown>
  /** Why it cannot be done now. */
  refused?: string | null | undefined
  done: string
}

interface MemberActsProps {
  label: string
  /** The id that links lead to. */
  id?: string
  lead?: string
  acts: readonly Act[]
}

/** What an administrator can do for a member besides editing the record. Each says what will happen, and is confirmed. */
function MemberActs({ label, id, lead, acts }: MemberActsProps) {
  const headingId = useId()
  return (
    <section id={id} aria-labelledby={headingId} className="card no-print p-6 md:p-8">
      <h2 id={headingId} className="text-2xl">
        {label}
      </h2>
      {lead && <p className="mt-1">{lead}</p>}
      <ul className="mt-4 grid">
        {acts.map(({ name, about, question, destructive = false, run, refused, done }) => (
          <li
            key={name}
            className="grid items-center gap-x-6 gap-y-2 border-t border-line py-4 sm:grid-cols-[1fr_auto]"
          >
            {refused ? (
              <p className="sm:col-span-2">
                <strong className="block">{name}</strong>
                {refused}
              </p>
            ) : (
              <p>{about}</p>
            )}
            {!refused && (
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
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
