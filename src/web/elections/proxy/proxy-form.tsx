import { useCallback, useMemo, useRef, useState } from 'react'
import { proxyText } from '#web/elections/proxy/text.ts'
import { proxyBallotSchema } from '#shared/elections/proxy/proxy.ts'
import { memberSearchText, searchDebounceMs, searchFromLength } from '#shared/members/listing/listing.ts'
import { errorText } from '#shared/text.ts'
import { useSite } from '#web/api/site.ts'
import { Combobox } from '#web/components/combobox.tsx'
import { FileField } from '#web/components/upload.tsx'
import { Pill } from '#web/components/pill.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import type { CurrentElection } from '#web/elections/api.ts'
import { findVoters, sendProxyForm, type ProxyVoter } from '#web/elections/proxy/api.ts'
import { voterLabel, whyNotVoter, withVoter, type ProxyDraft } from '#web/elections/proxy/proxy-draft.ts'
import { CandidateList, ChosenBar } from '#web/elections/voting/candidate-list.tsx'
import { SeatSlots } from '#web/elections/voting/seat-slots.tsx'
import { choicesWith, type Candidate } from '#web/elections/voting/slots.ts'
import { smallFileMaxBytes } from '#shared/members/files.ts'

interface ProxyFormProps {
  election: CurrentElection
  candidates: readonly Candidate[]
  draft: ProxyDraft
  onChange: (change: (draft: ProxyDraft) => ProxyDraft) => void
  onReview: () => void
}

interface Faults {
  voter?: string
  authority?: string
  formId?: string
}

/** Whose ballot it is, by what right, and the seats. */
export function ProxyForm({ election, candidates, draft, onChange, onReview }: ProxyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<Faults | null>(null)
  const [sending, setSending] = useState(false)
  useFocusInvalid(form, faults)
  const { voter, authority, choices } = draft
  const { sendsEmail } = useSite()
  const upload = useMemo(() => sendProxyForm(voter?.id ?? ''), [voter?.id])

  const onChoose = (place: number, chosen: string | null) =>
    onChange((before) => ({ ...before, choices: choicesWith(before.choices, place, chosen) }))

  function goOn() {
    const checked = proxyBallotSchema.shape.authority.safeParse(authority)
    const found: Faults = {
      ...(!voter && { voter: 'Please choose the member' }),
      ...(!checked.success && { authority: checked.error.issues[0]?.message ?? '' }),
      ...(sending && { formId: 'Please wait until the form is uploaded' }),
    }
    const right = Object.keys(found).length === 0
    setFaults(right ? null : found)
    if (right) onReview()
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => event.preventDefault()} className="grid grid-cols-1 gap-8">
      <section aria-labelledby="proxy-for" className="card grid grid-cols-1 gap-5 p-5 md:p-6">
        <h2 id="proxy-for" className="text-2xl">
          A ballot for a member
        </h2>
        <VoterField
          electionId={election.id}
          voter={voter}
          onChange={(next) => {
            onChange((before) => withVoter(before, next))
            setFaults(null)
          }}
          error={faults?.voter}
        />
        <TextArea
          label="Authority"
          hint={proxyText.authorityHint(sendsEmail)}
          rows={2}
          maxLength={500}
          value={authority}
          onChange={(event) => {
            const { value } = event.target
            onChange((before) => ({ ...before, authority: value }))
            setFaults(null)
          }}
          error={faults?.authority}
        />
        {voter && (
          <FileField
            key={voter.id}
            label="Signed form"
            hint="A PDF or a picture of it, at most 5 MB."
            optional
            accept={proxyFormTypes.join(',')}
            whyNot={(file) => {
              const why = whyNotProxyForm(file)
              return why && errorText[why]
            }}
            upload={upload}
            onDone={(sent) => onChange((before) => ({ ...before, formId: sent?.id ?? null }))}
            onSending={setSending}
            error={faults?.formId}
          />
        )}
      </section>
      <SeatSlots seats={election.seats} candidates={candidates} choices={choices} onChoose={onChoose} />
      <CandidateList seats={election.seats} candidates={candidates} choosing={{ choices, onChoose }} />
      <ChosenBar
        seats={election.seats}
        choices={choices}
        reviewLabel="Review the ballot"
        onReview={goOn}
        className="-mx-5 md:-mx-8"
      />
    </form>
  )
}

interface VoterFieldProps {
  electionId: string
  voter: ProxyVoter | null
  onChange: (voter: ProxyVoter | null) => void
  error: string | undefined
}

/** Search for the member whose ballot it is. Who has voted is found as well, so that nobody wonders where they are. */
function VoterField({ electionId, voter, onChange, error }: VoterFieldProps) {
  const search = useCallback(
    async (typed: string, signal: AbortSignal) => {
      const { voters, more } = await findVoters(electionId, typed, signal)
      return { options: voters, more }
    },
    [electionId],
  )
  return (
    <Combobox
      label="Member"
      hint="By name, ID number, serial number or unit."
      value={voter}
      onChange={onChange}
      search={search}
      labelOf={voterLabel}
      isDisabled={(option) => whyNotVoter(option) !== null}
      renderOption={(option) => <VoterRow voter={option} />}
      minLength={searchFromLength}
      debounceMs={searchDebounceMs}
      texts={memberSearchText}
      error={error}
    />
  )
}

function VoterRow({ voter }: { voter: ProxyVoter }) {
  const whyNot = whyNotVoter(voter)
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>
        <span className="block font-semibold">{voter.name}</span>
        <span className="block text-muted tabular-nums">
          {[voter.idNumber, voter.ms, voter.region].filter(Boolean).join(', ')}
        </span>
      </span>
      {whyNot && <Pill>{whyNot}</Pill>}
    </span>
  )
}

/** The form as it was signed: scanned, or photographed. */
const proxyFormTypes = ['.pdf', '.jpg', '.jpeg', '.png'] as const
const proxyFormMaxBytes = smallFileMaxBytes

/** Asked before anything is sent, by the name alone; the server looks at what the file is. */
function whyNotProxyForm(file: { name: string; size: number }): 'proxy-form-type' | 'candidate-file-too-large' | null {
  const name = file.name.toLowerCase()
  if (!proxyFormTypes.some((ending) => name.endsWith(ending))) return 'proxy-form-type'
  return file.size > proxyFormMaxBytes ? 'candidate-file-too-large' : null
}
