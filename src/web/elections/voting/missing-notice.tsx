import type { ReactNode } from 'react'
import type { WhyCannotVote } from '#shared/elections/voting/eligibility.ts'
import { errorText } from '#shared/text.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** What a voter can have put right, as opposed to the voting hours. */
export type MissingItem = Exclude<WhyCannotVote, 'voting-not-open'>

/** Why this member cannot vote, before they fill in a ballot in vain, and what to do. */
export function MissingNotice({ lack, onRecheck }: { lack: MissingItem; onRecheck: () => void }) {
  return (
    <Notice tone="warning" title={errorText[lack]}>
      {whatToDo(lack, onRecheck)}
    </Notice>
  )
}

function whatToDo(lack: MissingItem, onRecheck: () => void): ReactNode {
  switch (lack) {
    case 'own-password-first':
      return (
        <>
          <p>
            Anyone who knows your birthday could vote in your name, so the association asks for a password that only you
            know. Choose one, log in with it, and come back here.
          </p>
          <SiteLink href="/reset-password" className={`${buttonClass('primary')} mt-3`}>
            Choose my own password
          </SiteLink>
        </>
      )
    case 'not-on-roll':
      return (
        <>
          <p>
            If you were a member before, please tell the association. A mistake on the roll can be corrected while
            voting is open, and you can vote right after that.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <SiteLink href="/contact" className={buttonClass('primary')}>
              Contact us
            </SiteLink>
            <Button look="outline" onClick={onRecheck}>
              Check again
            </Button>
          </div>
        </>
      )
    case 'admin-may-not-vote':
      return <p>Administrators run the election and have no vote in it.</p>
  }
}
