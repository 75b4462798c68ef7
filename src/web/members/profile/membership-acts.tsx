import { useSite } from '#web/api/site.ts'
import { invalidateMembers, type Member } from '#web/members/api.ts'
import { renewCardCode, setWithdrawn } from '#web/members/profile/api.ts'
import { MemberActs, type Act } from '#web/members/profile/member-acts.tsx'
import { memberName, noEmailText } from '#web/members/text.ts'

/** What an administrator does about the membership itself, which is rare. */
export function MembershipActs({ member }: { member: Member }) {
  const { id } = member
  const name = <strong>{memberName(member)}</strong>
  const { email } = member
  const told = noEmailText('This member', { email, ...useSite() }) ?? 'We will email them.'
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
        the membership. {told}
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
        {name} can log in again as before. {told}
      </>
    ),
    run: () => changed(setWithdrawn(id, false)),
    done: 'The membership has been restored.',
  }

  return <MemberActs title="Membership and card" acts={member.withdrawnAt ? [restore] : [cardCode, withdraw]} />
}
