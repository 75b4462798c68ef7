import { ContactList } from '#web/layout/contact-ways.tsx'
import { applicationText } from '#web/members/registration/text.ts'

/** For who has no number to look an application up by. */
export function NoNumber() {
  return (
    <div className="border-t border-line pt-4 text-muted">
      <p>{applicationText.noNumber}</p>
      <ContactList />
    </div>
  )
}
