import { Notice } from '#web/components/notice.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import { maxTries } from '#web/elections/voting/send-with-retry.ts'
import type { Casting } from '#web/elections/voting/use-casting.ts'

/** How the sending goes, for somebody on a poor link. */
export function SendingState({ casting }: { casting: Casting }) {
  if (casting.status === 'unanswered')
    return (
      <Notice tone="warning" title="The site has not replied">
        <p>
          The ballot is still on this device. Please check your connection and try again: it is the same ballot, and it
          counts only once, however often it is sent.
        </p>
      </Notice>
    )
  return (
    <div role="status" className="empty:hidden">
      {casting.status === 'sending' && (
        <p className="flex items-center gap-3 rounded-field bg-navy-soft px-4 py-3 font-semibold text-navy-2">
          <Spinner className="size-5 flex-none" />
          <span>
            {casting.attempt === 1
              ? 'Sending the ballot …'
              : `No reply from the site. Sending it again (try ${casting.attempt} of ${maxTries}) …`}
          </span>
        </p>
      )}
    </div>
  )
}
