import { useMutation } from '@tanstack/react-query'
import { sentenceOf } from '#web/api/client.ts'
import { CheckField } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import { invalidateMembers, type Member } from '#web/members/api.ts'
import { setHealthConsent } from '#web/members/profile/api.ts'

/** The member's own say about the one health fact of the card. */
export function HealthConsent({ member }: { member: Member }) {
  const change = useMutation({
    mutationFn: (consent: boolean) => setHealthConsent(member.id, consent),
    onSuccess: () => invalidateMembers(),
  })
  const given = member.healthConsentAt !== null
  return (
    <section aria-labelledby="consent-title" className="card p-6 md:p-8">
      <h2 id="consent-title" className="text-2xl">
        What my card shows
      </h2>
      <div className="mt-3">
        <CheckField
          label="Print my blood type on my card"
          hint="It helps in an emergency. Without your consent it is not printed; you can change your mind at any time."
          checked={change.isPending ? change.variables : given}
          onChange={(event) => {
            if (!change.isPending) change.mutate(event.target.checked)
          }}
        />
      </div>
      <p role="status" className="pl-9 font-semibold text-green">
        {change.isSuccess && (given ? 'Your blood type is printed on your card.' : 'Your blood type is not printed.')}
      </p>
      {change.isError && (
        <Notice tone="error" title="Your choice could not be saved" className="mt-3">
          {sentenceOf(change.error)}
        </Notice>
      )}
    </section>
  )
}
