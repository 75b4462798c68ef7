import { useState } from 'react'
import { useSite } from '#web/api/site.ts'
import type { Member } from '#web/members/api.ts'
import { giveOneTimeCode, removeTwoFactor, resetToBirthday } from '#web/members/profile/api.ts'
import { MemberActs, type Act } from '#web/members/profile/member-acts.tsx'
import { OneTimeCodeDialog } from '#web/members/profile/one-time-code-dialog.tsx'
import { memberName, noEmailText } from '#web/members/text.ts'

/** What a member calls about most: they cannot log in. The ways to help stand together, before anything else. */
export function AdminHelp({ member }: { member: Member }) {
  const [code, setCode] = useState<{ code: string; validHours: number } | null>(null)
  const { id } = member
  const name = <strong>{memberName(member)}</strong>
  const { email } = member
  const unreachable = noEmailText('This member', { email, ...useSite() })
  /** Only that it happened: a code is in neither. */
  const told = (what: string) =>
    `${unreachable ?? `We will email them that ${what}.`} Their profile says that an administrator helped, until they choose their own password.`

  const oneTimeCode: Act = {
    name: 'Give a one-time code',
    about: 'When they cannot log in: a code to read out, good for one login.',
    question: (
      <>
        First make sure that you are speaking with {name}. The code is shown once, logs them in once, and replaces any
        code given before. {told('a code was given, without the code itself')}
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
        {name} will log in with their birthday again and is logged out everywhere. {told('it was reset')}
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
        {name} will log in with the password alone, until they turn two-step login on again. {told('it was removed')}
      </>
    ),
    destructive: true,
    run: () => removeTwoFactor(id),
    done: 'Two-step login has been removed.',
  }

  return (
    <>
      <MemberActs title="Help this member" acts={[oneTimeCode, birthdate, twoFactor]} />
      {code && <OneTimeCodeDialog {...code} name={memberName(member)} onClosed={() => setCode(null)} />}
    </>
  )
}
