import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { NomineeAnswer } from '#shared/elections/candidacy/candidacy.ts'
import { maxStatementLength, type CandidatePhoto } from '#shared/elections/candidacy/profile.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { memberFiles } from '#shared/members/files.ts'
import { errorText } from '#shared/text.ts'
import { isPictureType, pictureMaxBytes } from '#shared/uploads.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea, useBound } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'
import { Failed } from '#web/components/notice.tsx'
import { PictureField, type SentPicture } from '#web/components/picture-field.tsx'
import { shrinkPicture } from '#web/components/pictures.ts'
import { Skeleton } from '#web/components/skeleton.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { AboutCandidate } from './about-candidate.tsx'
import {
  answerNomination,
  invalidateCandidacy,
  myCandidacyQuery,
  sendCandidatePhoto,
  writeCandidateProfile,
  type OwnCandidacy,
} from './api.ts'

/** A nominee's own panel: the answer to the nomination, and what voters read about them. */
export function CandidacyPanel({ electionId, title }: { electionId: string; title: string }) {
  const { data, isError, error, refetch } = useQuery(myCandidacyQuery(electionId))
  const section = useRef<HTMLElement>(null)
  const isThere = data !== undefined
  // A link here was followed before this was drawn. Scroll at once, so that the browser keeps the position while content above
  // loads.
  useEffect(() => {
    if (window.location.hash === '#my-candidacy') section.current?.scrollIntoView({ behavior: 'instant' })
  }, [isThere])
  if (isError && !data) return <Failed title={candidateText.failed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <section ref={section} aria-labelledby="my-candidacy" className="card grid min-w-0 grid-cols-1 gap-5 p-5 md:p-8">
      <div>
        <h2 id="my-candidacy" className="text-3xl">
          {candidateText.mineTitle}
        </h2>
        <p className="mt-1 text-muted">{title}</p>
      </div>
      <AnswerPart electionId={electionId} title={title} mine={data} />
      {mayBeOnBallot(data) && <ProfilePart electionId={electionId} mine={data} />}
    </section>
  )
}

/** Voters see nothing of others. Nominees not accepted and approved when voting opened stay off the ballot. */
const mayBeOnBallot = ({ status, answer, mayWrite }: OwnCandidacy) =>
  status === 'approved' || (answer !== 'declined' && mayWrite)

interface AnswerPartProps {
  electionId: string
  title: string
  mine: OwnCandidacy
}

/** The nominee's status, with a question if one is open. */
function AnswerPart({ electionId, title, mine }: AnswerPartProps) {
  const [declining, setDeclining] = useState(false)
  const { mutateAsync, mutate, isPending, error } = useMutation({
    mutationFn: (answer: NomineeAnswer) => answerNomination(electionId, answer),
    // Also after a failure: perhaps only the reply was lost.
    onSettled: () => invalidateCandidacy(electionId),
  })
  const open = mine.asked && mine.mayWithdraw && mine.answer === null
  const text = mine.asked ? candidateText.declining : candidateText.withdrawing
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
              {candidateText.declining.action}
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
      {mine.mayWithdraw && !open && (
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          busy={isPending}
          onClick={() => (mine.answer === 'declined' ? mutate('accepted') : setDeclining(true))}
        >
          {mine.answer === 'declined' ? text.comeBack : text.goAfterAll}
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
        title={text.title}
        action={text.action}
        cancel={candidateText.keepOpen}
        destructive
        onConfirm={() => mutateAsync('declined')}
      >
        <p>{candidateText.declineMeaning}</p>
      </ConfirmDialog>
    </div>
  )
}

function standing({ status, answer, asked }: OwnCandidacy): string {
  if (answer === 'declined') return asked ? candidateText.declining.done : candidateText.withdrawing.done
  switch (status) {
    case 'approved':
      return answer === 'accepted' ? candidateText.accepted : candidateText.nominated
    case 'pending':
      return answer === 'accepted' ? candidateText.acceptedPending : candidateText.pending
    case 'declined':
    case 'asked':
      return candidateText.unanswered
  }
}

/** As many pixels as voters see. */
const leastSide = 160

interface ProfilePartProps {
  electionId: string
  mine: OwnCandidacy
}

/** What voters read: editable until voting opens, then read-only. */
function ProfilePart(props: ProfilePartProps) {
  const { mine } = props
  return (
    <div className="grid grid-cols-1 gap-5 border-t border-line pt-5">
      <p>{candidateText.mineNote}</p>
      {mine.mayWrite ? <ProfileForm {...props} /> : <p className="text-muted">{candidateText.settled}</p>}
      <div>
        <AboutCandidate
          nominee={{ id: mine.nomineeId, name: candidateText.preview }}
          className={buttonClass('outline', 'small')}
        >
          {candidateText.preview}
        </AboutCandidate>
      </div>
    </div>
  )
}

function ProfileForm({ electionId, mine }: ProfilePartProps) {
  const form = useForm({
    values: { statement: mine.statement, photo: mine.photo, picture: null as SentPicture | null },
    send: ({ statement, photo, picture }) =>
      writeCandidateProfile(electionId, {
        statement,
        photo,
        ...(photo === 'own' && picture && { photoId: picture.id }),
        // Also after a failure: perhaps only the reply was lost.
      }).finally(() => invalidateCandidacy(electionId)),
    onDone: (_written, values) => void form.continueFrom({ values, version: 0 }),
  })
  const { statement, photo } = useValues(form)
  const isSaid = form.failure === null || form.problems['statement'] !== undefined
  const problem = form.problems['photo'] ?? (isSaid ? null : sentenceOf(form.failure))
  return (
    <Form form={form} className="grid grid-cols-1 gap-5">
      <div>
        <TextArea
          name="statement"
          label={candidateText.statement}
          hint={candidateText.statementHint}
          optional
          rows={6}
          maxLength={maxStatementLength}
        />
        <p className="mt-1 text-right text-muted tabular-nums">
          {candidateText.left(maxStatementLength - statement.length)}
        </p>
      </div>
      <PhotoChoice mine={mine} />
      {photo === 'own' && (
        <PictureField
          name="picture"
          label={candidateText.newPhoto}
          hint={candidateText.newPhotoHint}
          camera="user"
          whyNot={whyNotPhoto}
          prepare={(file, crop) =>
            shrinkPicture(file, { longestSide: memberFiles.photoUpload.longestSide, square: true, crop })
          }
          upload={sendCandidatePhoto}
          failure={candidateText.photoFailed}
          square={{ least: leastSide }}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={form.busy} disabled={form.uploading} className="min-w-32">
          {candidateText.save}
        </Button>
        <p role="status" className="min-w-0 font-semibold text-green">
          {form.outcome.status === 'done' && !form.dirty && candidateText.saved}
        </p>
        {problem && (
          <p role="alert" className="min-w-0 font-semibold text-red">
            {problem}
          </p>
        )}
      </div>
      <p className="text-muted">{candidateText.until(mine.votingOpens)}</p>
    </Form>
  )
}

function PhotoChoice({ mine }: { mine: OwnCandidacy }) {
  const { bound } = useBound<HTMLInputElement>({ name: 'photo' })
  const offered: CandidatePhoto[] = [
    ...(mine.hasProfilePicture ? (['profile picture'] as const) : []),
    ...(mine.hasPhotoUpload ? (['photo upload'] as const) : []),
    'own',
  ]
  return (
    <fieldset>
      <legend className="font-semibold">{candidateText.photo}</legend>
      <div className="mt-1 flex flex-wrap gap-x-6">
        {offered.map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-3">
            <input {...bound} type="radio" value={one} className="size-6 flex-none accent-navy" />
            {candidateText.photos[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function whyNotPhoto(file: File): string | null {
  if (!isPictureType(file.type)) return errorText['profile-picture-invalid']
  // It is made smaller before it is sent.
  return file.size > pictureMaxBytes ? errorText['image-too-large'] : null
}
