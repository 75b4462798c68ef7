import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxStatementLength, type CandidatePhoto } from '#shared/elections/candidacy/profile.ts'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import { imageTypes, memberFiles, registrationImageMaxBytes } from '#shared/members/files.ts'
import { errorText } from '#shared/text.ts'
import { ApiError, sentenceOf, useApi } from '#web/api/client.ts'
import {
  candidacyChanged,
  sendCandidatePhoto,
  writeCandidateProfile,
  type MyCandidacy,
} from '#web/api/elections/candidacy.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { PictureField } from '#web/components/picture-field.tsx'
import { shrinkPicture } from '#web/components/shrink-picture.ts'
import { TextArea } from '#web/components/text-area.tsx'
import { AboutCandidate } from '#web/elections/candidacy/about-candidate.tsx'

/** As many pixels as voters are shown. */
const leastSide = 160

interface ProfilePartProps {
  electionId: string
  mine: MyCandidacy
}

/** What voters read: written here until voting opens, and then only shown. */
export function ProfilePart(props: ProfilePartProps) {
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
  const api = useApi()
  const queries = useQueryClient()
  const [statement, setStatement] = useState(mine.statement)
  const [photo, setPhoto] = useState(mine.photo)
  const [sent, setSent] = useState<{ id?: string; sending: boolean }>({ sending: false })
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: () =>
      writeCandidateProfile(api, electionId, {
        statement,
        photo,
        ...(photo === 'own' && sent.id !== undefined && { photoId: sent.id }),
      }),
    onSettled: () => candidacyChanged(queries, api, electionId),
  })
  const fields = error instanceof ApiError ? error.fields : {}
  const problem = error === null ? null : (fields['photo'] ?? fields['statement'] ?? sentenceOf(error))
  const change = (what: () => void) => {
    reset()
    what()
  }

  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <div>
        <TextArea
          label={candidateText.statement}
          hint={candidateText.statementHint}
          optional
          rows={6}
          maxLength={maxStatementLength}
          value={statement}
          onChange={(event) => change(() => setStatement(event.target.value))}
        />
        <p className="mt-1 text-right text-muted tabular-nums">
          {candidateText.left(maxStatementLength - statement.length)}
        </p>
      </div>
      <PhotoChoice mine={mine} photo={photo} onChange={(next) => change(() => setPhoto(next))} />
      {photo === 'own' && (
        <PictureField<{ id: string }>
          label={candidateText.newPhoto}
          hint={candidateText.newPhotoHint}
          camera="user"
          whyNot={whyNotPhoto}
          prepare={(file, crop) =>
            shrinkPicture(file, { longestSide: memberFiles.photoUpload.longestSide, square: true, crop })
          }
          upload={sendCandidatePhoto}
          failure={candidateText.photoFailed}
          onState={(state) =>
            setSent({ sending: state.status === 'sending', ...(state.status === 'done' && { id: state.result.id }) })
          }
          square={{ least: leastSide }}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button type="submit" busy={isPending} disabled={sent.sending} className="min-w-32">
          {candidateText.save}
        </Button>
        <p role="status" className="min-w-0 font-semibold text-green">
          {isSuccess && candidateText.saved}
        </p>
        {problem && (
          <p role="alert" className="min-w-0 font-semibold text-red">
            {problem}
          </p>
        )}
      </div>
      <p className="text-muted">{candidateText.until(mine.votingOpens)}</p>
    </form>
  )
}

interface PhotoChoiceProps {
  mine: MyCandidacy
  photo: CandidatePhoto
  onChange: (photo: CandidatePhoto) => void
}

function PhotoChoice({ mine, photo, onChange }: PhotoChoiceProps) {
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
            <input
              type="radio"
              name="candidate-photo"
              checked={photo === one}
              onChange={() => onChange(one)}
              className="size-6 flex-none accent-navy"
            />
            {candidateText.photos[one]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function whyNotPhoto(file: File): string | null {
  if (!(imageTypes as readonly string[]).includes(file.type)) return errorText['profile-picture-invalid']
  // It is made smaller before it goes out.
  return file.size > registrationImageMaxBytes ? errorText['image-too-large'] : null
}
