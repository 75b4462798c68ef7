import { useMemo } from 'react'
import { errorText } from '#shared/text.ts'
import { documents, endingsOf, whyNotDocument } from '#shared/uploads.ts'
import { useSite } from '#web/api/site.ts'
import { TextArea } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { FileField } from '#web/components/upload.tsx'
import type { FormState as FormOf } from '#web/components/use-form.ts'
import type { CurrentElection } from '#web/elections/api.ts'
import { CandidateList, ChosenBar } from '#web/elections/voting/candidate-list.tsx'
import { SeatSlots } from '#web/elections/voting/seat-slots.tsx'
import { choicesWith, type Candidate } from '#web/elections/voting/slots.ts'
import { sendProxyForm } from './api.ts'
import { voterLabel, whyNotVoter, withVoter, type ProxyDraft } from './proxy-draft.ts'
import { proxyText } from './text.ts'
import { VoterField } from './voter-field.tsx'

interface ProxyFormProps<Sent> {
  election: CurrentElection
  candidates: readonly Candidate[]
  form: FormOf<ProxyDraft, Sent>
  draft: ProxyDraft
}

/** Whose ballot it is, by what right, and the seats. */
export function ProxyForm<Sent>({ election, candidates, form, draft }: ProxyFormProps<Sent>) {
  const { voter, choices } = draft
  const { sendsEmail } = useSite()
  const upload = useMemo(() => sendProxyForm(voter?.id ?? ''), [voter?.id])
  const onChoose = (place: number, chosen: string | null) =>
    form.change({ choices: choicesWith(choices, place, chosen) })
  return (
    <Form form={form} className="grid grid-cols-1 gap-8">
      <section aria-labelledby="proxy-for" className="card grid grid-cols-1 gap-5 p-5 md:p-6">
        <h2 id="proxy-for" className="text-2xl">
          A ballot for a member
        </h2>
        <VoterField
          electionId={election.id}
          label="Member"
          hint="By name, ID number, serial number or unit."
          value={voter}
          onChange={(next) => form.reset(withVoter(draft, next))}
          labelOf={voterLabel}
          detailsOf={({ idNumber, ms, region }) => [idNumber, ms, region].filter(Boolean).join(', ')}
          whyNot={whyNotVoter}
          error={form.problems['voterId']}
        />
        <TextArea
          name="authority"
          label="Authority"
          hint={proxyText.authorityHint(sendsEmail)}
          rows={2}
          maxLength={500}
        />
        {voter && (
          <FileField
            key={voter.id}
            name="signedForm"
            label="Signed form"
            hint="A PDF or a picture of it, at most 5 MB."
            optional
            accept={endingsOf(documents.proxyForm).join(',')}
            whyNot={(file) => {
              const why = whyNotDocument(documents.proxyForm, file)
              return why && errorText[why]
            }}
            upload={upload}
          />
        )}
      </section>
      <SeatSlots seats={election.seats} candidates={candidates} choices={choices} onChoose={onChoose} />
      <CandidateList seats={election.seats} candidates={candidates} choosing={{ choices, onChoose }} />
      <ChosenBar
        seats={election.seats}
        choices={choices}
        whose="the"
        onReview={() => form.submit()}
        className="-mx-5 md:-mx-8"
      />
    </Form>
  )
}
