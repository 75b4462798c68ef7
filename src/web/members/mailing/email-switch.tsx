import { useMutation, useQueryClient } from '@tanstack/react-query'
import { subscriptionText as text } from '#shared/members/mailing/subscription-text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { chooseEmails } from '#web/api/members/mailing.ts'
import { memberChanged, type Member } from '#web/api/members/profile.ts'
import { useSite } from '#web/api/site.ts'
import { CheckField } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'

/** The member's own say about emails that are not about their account. */
export function EmailSwitch({ member }: { member: Member }) {
  const api = useApi()
  const queries = useQueryClient()
  const { shortName } = useSite()
  const change = useMutation({
    mutationFn: (wanted: boolean) => chooseEmails(api, member.id, wanted),
    onSuccess: () => memberChanged(queries),
  })
  const wanted = member.unsubscribedAt === null
  return (
    <section aria-labelledby="emails-title" className="card p-6 md:p-8">
      <h2 id="emails-title" className="text-2xl">
        {text.title}
      </h2>
      <div className="mt-3">
        <CheckField
          label={text.label(shortName)}
          hint={text.hint}
          checked={change.isPending ? change.variables : wanted}
          onChange={(event) => {
            if (!change.isPending) change.mutate(event.target.checked)
          }}
        />
      </div>
      <p role="status" className="pl-9 font-semibold text-green">
        {change.isSuccess && (wanted ? text.on : text.off)}
      </p>
      {change.isError && (
        <Notice tone="error" title={text.failed} className="mt-3">
          {sentenceOf(change.error)}
        </Notice>
      )}
    </section>
  )
}
