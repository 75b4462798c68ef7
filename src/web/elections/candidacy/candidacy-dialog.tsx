import { useEffect, useRef, useState } from 'react'
import { showBytes } from '#shared/figures.ts'
import { errorText } from '#shared/text.ts'
import { documents, endingsOf, whyNotDocument } from '#shared/uploads.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { AlertIcon, CheckIcon, FileIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { UploadBar, type UploadProgress } from '#web/components/upload.tsx'
import { currentElectionQuery, type CurrentElection } from '#web/elections/api.ts'
import { fileCandidacy, sendCandidateDocument } from './api.ts'

const candidacyText = {
  failedTitle: 'Upload Failed',
  failed: 'Failed to upload file and save nominee. Please try again.',
  registered: 'You are registered as a candidate.',
} as const

type Step =
  | { status: 'select'; refusal: string | null }
  | { status: 'confirm'; file: File }
  | { status: 'uploading'; file: File; progress: UploadProgress }
  /** Can no longer be cancelled. */
  | { status: 'registering'; file: File }
  | { status: 'failed'; file: File; error: unknown }
  | { status: 'registered' }

const titles = {
  select: 'File for Candidacy',
  confirm: 'File for Candidacy?',
  uploading: 'Uploading',
  registering: 'Filing your candidacy',
  failed: candidacyText.failedTitle,
  registered: 'Candidacy filed',
} as const satisfies Record<Step['status'], string>

/** Choose a file, confirm, send, and be registered: document and nomination together, or neither. */
export function CandidacyDialog({ election, onClose }: { election: CurrentElection; onClose: () => void }) {
  const [step, setStep] = useState<Step>({ status: 'select', refusal: null })
  const running = useRef<AbortController | null>(null)
  /** A document that arrived is not sent again if only the registration failed. */
  const sent = useRef<{ file: File; id: string } | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  function choose(file: File | undefined) {
    if (!file) return
    const why = whyNotDocument(documents.candidate, file)
    setStep(why ? { status: 'select', refusal: errorText[why] } : { status: 'confirm', file })
  }

  async function register(file: File) {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const show = (next: Step) => !signal.aborted && setStep(next)
    show({ status: 'uploading', file, progress: { sent: 0, total: file.size } })
    try {
      if (sent.current?.file !== file) {
        const onProgress = (progress: UploadProgress) => show({ status: 'uploading', file, progress })
        sent.current = { file, id: (await sendCandidateDocument(file, { signal, onProgress })).id }
      }
      if (signal.aborted) return
      setStep({ status: 'registering', file })
      await fileCandidacy(election.id, sent.current.id)
      show({ status: 'registered' })
      void queries.invalidateQueries(currentElectionQuery())
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not-found') sent.current = null
      show({ status: 'failed', file, error })
    }
  }

  function cancel() {
    running.current?.abort()
    setStep({ status: 'select', refusal: null })
  }

  return (
    <Dialog
      onClose={onClose}
      staysOpen
      busy={step.status === 'registering'}
      title={titles[step.status]}
      description={election.title}
    >
      <div className="grid gap-5">
        {step.status === 'select' && <SelectStep refusal={step.refusal} onChoose={choose} />}
        {'file' in step && step.status !== 'failed' && <FileLine file={step.file} />}
        {step.status === 'confirm' && (
          <p>
            You nominate yourself as a candidate. We use your name, rank, service, region, unit and picture as they are
            on record today.
          </p>
        )}
        {step.status === 'failed' && (
          <Notice tone="error" title={candidacyText.failed}>
            <p>{sentenceOf(step.error)}</p>
          </Notice>
        )}
        {(step.status === 'confirm' || step.status === 'failed') && (
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="outline" onClick={cancel}>
              Choose another file
            </Button>
            <Button onClick={() => void register(step.file)}>
              {step.status === 'failed' ? 'Try again' : 'File my candidacy'}
            </Button>
          </div>
        )}
        {step.status === 'uploading' && (
          <>
            <UploadBar progress={step.progress} name={step.file.name} />
            <div className="flex justify-end">
              <Button look="outline" onClick={cancel}>
                Cancel
              </Button>
            </div>
          </>
        )}
        {step.status === 'registering' && <Spinner label="Filing your candidacy …" />}
        {step.status === 'registered' && (
          <>
            <p role="status" className="flex items-center gap-3 text-lg font-semibold text-green">
              <CheckIcon className="size-6 flex-none" />
              {candidacyText.registered}
            </p>
            <div className="flex justify-end">
              <Button onClick={onClose}>Done</Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

function SelectStep({ refusal, onChoose }: { refusal: string | null; onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <p>
        Please attach your candidate document: a PDF, a Word document or a clear picture (
        {endingsOf(documents.candidate).join(', ')}), at most 5 MB.
      </p>
      <input
        ref={input}
        type="file"
        aria-label="Candidate document"
        accept={endingsOf(documents.candidate).join(',')}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          event.target.value = '' // so that the same file can be chosen again
        }}
      />
      {refusal && (
        <p role="alert" className="flex gap-2 font-semibold text-red">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          {refusal}
        </p>
      )}
      <div className="flex justify-end">
        <Button onClick={() => input.current?.click()}>Select a file</Button>
      </div>
    </>
  )
}

function FileLine({ file }: { file: File }) {
  return (
    <p className="flex items-center gap-3 rounded-field border border-line px-4 py-3">
      <FileIcon className="size-5 flex-none text-muted" />
      <span className="min-w-0 flex-1 font-semibold break-all">{file.name}</span>
      <span className="flex-none text-muted tabular-nums">{showBytes(file.size)}</span>
    </p>
  )
}
