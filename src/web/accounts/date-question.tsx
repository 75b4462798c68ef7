import { birthdayText } from '#shared/accounts/birthday-text.ts'
import { birthdayPassword, type PlainDate } from '#shared/members/birthday.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showPlainDate } from '#web/components/formats.ts'

interface DateQuestionProps {
  dates: readonly PlainDate[]
  /** Called with the password that the chosen date makes. */
  onChosen: (password: string) => void
}

/** Asked before anything is sent, where `5/10/1964` may be two birthdays. */
export function DateQuestion({ dates, onChosen }: DateQuestionProps) {
  return (
    <div role="alert" ref={(question) => question?.scrollIntoView({ block: 'nearest' })}>
      <Notice tone="info" title={birthdayText.question(dates.map(showPlainDate))}>
        <p className="my-3 flex flex-wrap gap-3">
          {dates.map((date) => (
            <Button key={date} look="outline" className="max-w-full" onClick={() => onChosen(birthdayPassword(date))}>
              {showPlainDate(date)}
            </Button>
          ))}
        </p>
        <p>{birthdayText.notSpent}</p>
      </Notice>
    </div>
  )
}
