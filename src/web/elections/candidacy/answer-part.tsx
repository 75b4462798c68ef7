import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { NomineeAnswer } from '#shared/elections/candidacy/answer.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { answerNomination, candidacyChanged, type MyCandidacy } from '#web/api/elections/candidacy.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'

interface AnswerPartProps {
  electionId: string
  title: string
  mine: MyCandidacy
}

/** Where the nominee stands, and the question where one is open. */
export function AnswerPart({ electionId, title, mine }: AnswerPartProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [declining, setDeclining] = useState(false)
  const { mutateAsync, mutate, isPending, error } = useMutation({
    mutationFn: (answer: NomineeAnswer) => answerNomination(api, electionId, answer),
    // Also after a failure: the reply may be all that was lost.
    onSettled: () => candidacyChanged(queries, api, electionId),
  })
  const open = mine.mayAnswer && mine.answer === null
  return (
    <div className="grid gap-3">
      {open ? (
        <div className="rounded-field border-l-4 border-gold bg-gold-soft px-4 py-4">
          <h3 className="text-2xl">{candidateText.askTitle}</h3>
          <p className="mt-1">{candidateText.ask(title, mine.votingOpens)}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button busy={isPending} onClick={() => mutate('accepted')}>
              {candidateText.accept}
            </Button>
            <Button look="outline" disabled={isPending} onClick={() => setDeclining(true)}>
              {candidateText.decline}
            </Button>
          </div>
        </div>
      ) : (
        <p role="status" className="flex gap-3 font-semibold">
          {mine.status === 'approved' ? (
            <CheckIcon className="size-6 flex-none text-green" />
          ) : (
            <AlertIcon className="size-6 flex-none text-gold-ink" />
          )}
          {standing(mine)}
        </p>
      )}
      {mine.mayAnswer && mine.answer !== null && (
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          busy={isPending}
          onClick={() => (mine.answer === 'accepted' ? setDeclining(true) : mutate('accepted'))}
        >
          {mine.answer === 'accepted' ? candidateText.changeToDecline : candidateText.changeToAccept}
        </Button>
      )}
      {error !== null && !declining && (
        <p role="alert" className="font-semibold text-red">
          {sentenceOf(error)}
        </p>
      )}
      <ConfirmDialog
        open={declining}
        onClose={() => setDeclining(false)}
        title={candidateText.declineTitle}
        action={candidateText.decline}
        cancel={candidateText.keepOpen}
        destructive
        onConfirm={() => mutateAsync('declined')}
      >
        <p>{candidateText.declineMeaning}</p>
      </ConfirmDialog>
    </div>
  )
}

function standing({ status, answer }: MyCandidacy): string {
  switch (status) {
    case 'approved':
      return answer === 'accepted' ? candidateText.accepted : candidateText.nominated
    case 'pending':
      return answer === 'accepted' ? candidateText.acceptedPending : candidateText.pending
    case 'declined':
      return candidateText.declined
    case 'asked':
      return candidateText.unanswered
  }
}
