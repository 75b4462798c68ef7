import { approvalText } from '#shared/members/approval/approval-text.ts'
import { Button } from '#web/components/button.tsx'
import { KeyboardIcon } from '#web/members/approval/approval-icons.tsx'
import type { AllAct } from '#web/members/approval/use-all.ts'
import { BackToDashboard } from '#web/layout/back-to-dashboard.tsx'

interface ApprovalHeadProps {
  /** Undefined while it is on its way. */
  waiting: number | undefined
  /** Of them, those to look at twice. */
  concerned: number
  onAll: (act: AllAct) => void
  onHelp: () => void
}

/** The acts on many are there while somebody waits; the one that needs the least looking comes first. */
export function ApprovalHead({ waiting, concerned, onAll, onHelp }: ApprovalHeadProps) {
  const unconcerned = (waiting ?? 0) - concerned
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line bg-card px-5 py-3 lg:px-6">
      <div className="min-w-0 lg:flex lg:flex-row-reverse lg:items-center lg:gap-6">
        <BackToDashboard />
        <h1 className="flex flex-wrap items-baseline gap-x-4 text-3xl md:text-4xl">
          Membership Approval
          {waiting !== undefined && (
            <span className="font-sans text-base font-normal text-muted tabular-nums">
              {waiting.toLocaleString('en')} waiting
            </span>
          )}
        </h1>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-3">
        {unconcerned > 0 && (
          <Button size="small" onClick={() => onAll('approve unconcerned')}>
            {approvalText.unconcerned(unconcerned)}
          </Button>
        )}
        {(waiting ?? 0) > 0 && (
          <>
            <Button look="outline" size="small" onClick={() => onAll('approve')}>
              {approvalText.all}
            </Button>
            <Button look="danger-outline" size="small" onClick={() => onAll('reject')}>
              {approvalText.rejectAll}
            </Button>
          </>
        )}
        <Button
          look="quiet"
          size="icon"
          className="max-lg:hidden"
          aria-label="Keyboard help"
          title="Keyboard help (?)"
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          <KeyboardIcon className="size-6" />
        </Button>
      </div>
    </div>
  )
}
