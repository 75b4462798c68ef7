import { applicationText } from '#shared/members/registration/application-text.ts'
import { ContactList } from '#web/layout/contact-list.tsx'

/** For who has no number to look an application up by. */
export function NoNumber() {
  return (
    <div className="border-t border-line pt-4 text-muted">
      <p>{applicationText.noNumber}</p>
      <ContactList />
    </div>
  )
}
