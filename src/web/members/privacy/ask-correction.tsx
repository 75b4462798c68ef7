import { useRef, type FormEvent } from 'react'
import { answerWithinDays } from '#shared/members/privacy/privacy.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { Notice } from '#web/components/notice.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import { SectionCard } from '#web/members/privacy/section-card.tsx'
import { useRequest } from '#web/members/privacy/use-request.ts'

export function AskCorrection({ open }: { open: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const { request, byEmail, fields } = useRequest()
  useFocusInvalid(form, request.error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!request.isPending) request.mutate({ kind: 'correction', details: fieldOf(event, 'details') })
  }

  return (
    <SectionCard title="Is something wrong?">
      {open ? (
        <p className="mt-3 max-w-[60ch]">
          Your request is with an administrator. Once it is answered, you can ask for something else.
        </p>
      ) : (
        <form ref={form} method="post" noValidate onSubmit={submit} className="mt-3 grid gap-5">
          <p className="max-w-[60ch]">
            Tell us what to correct. An administrator will answer within {answerWithinDays} days, here
            {byEmail && ' and by email'}.
          </p>
          {request.isError && !fields.details && <Notice tone="error">{sentenceOf(request.error)}</Notice>}
          <TextArea
            label="What is wrong, and what should it be?"
            hint="For example: My rank has been MAJ since June, not CPT."
            name="details"
            rows={4}
            maxLength={2000}
            error={fields.details}
          />
          <Button type="submit" busy={request.isPending} className="justify-self-start">
            Ask for a correction
          </Button>
        </form>
      )}
    </SectionCard>
  )
}
