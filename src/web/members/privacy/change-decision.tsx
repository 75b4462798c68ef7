import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { changeLabel, isChangeFile } from '#shared/members/privacy/change-fields.ts'
import { changeText } from '#shared/members/privacy/change-text.ts'
import { invalidatePeople } from '#web/members/approval/api.ts'
import { ApiError, sentenceOf, useApi } from '#web/api/client.ts'
import { answerRequest, requestsChanged, type HandledRequest } from '#web/api/members/privacy.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { shownValue } from '#web/members/privacy/request-text.ts'

/** What the record says and what it would say, side by side. */
export function ChangeBeside({ request }: { request: HandledRequest }) {
  const { field, value, present, file, presentFile, outcome } = request
  if (!field) return null
  const isOpen = outcome === null
  if (isChangeFile(field))
    return isOpen ? (
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4">
        <Side title={changeText.now}>
          {presentFile ? <Picture id={presentFile} what={changeLabel(field)} /> : changeText.nothing}
        </Side>
        <Side title={changeText.asked}>{file && <Picture id={file} what={changeText.asked} />}</Side>
      </div>
    ) : null
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
      {isOpen && (
        <Side title={changeText.now}>{present ? shownValue({ field, value: present }) : changeText.nothing}</Side>
      )}
      <Side title={changeText.asked}>{value ? shownValue(request) : changeText.nothing}</Side>
    </div>
  )
}

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0 rounded-field border border-line p-3">
    <p className="text-muted">{title}</p>
    <div className="mt-1 font-semibold break-words wrap-anywhere">{children}</div>
  </div>
)

const Picture = ({ id, what }: { id: string; what: string }) => (
  <a href={`/api/files/${id}`} target="_blank" rel="noreferrer">
    <img src={`/api/files/${id}`} alt={what} className="max-h-48 rounded-field object-contain" />
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

interface ChangeDecisionProps {
  request: HandledRequest
  onDecline: () => void
  onAccepted: () => void
}

/** Accepting writes the new value over what stands beside it; if that has changed since, the administrator looks again. */
export function ChangeDecision({ request, onDecline, onAccepted }: ChangeDecisionProps) {
  const api = useApi()
  const queries = useQueryClient()
  const accepting = useMutation({
    mutationFn: () => answerRequest(api, request.id, { outcome: 'done', answer: '', version: request.version }),
    onSuccess: async () => {
      showToast(changeText.accepted(request.member.name))
      onAccepted()
      await invalidatePeople(queries)
    },
    onSettled: () => requestsChanged(queries),
  })
  const wrong = accepting.error instanceof ApiError ? Object.values(accepting.error.fields)[0] : undefined
  return (
    <>
      {request.field === 'email' && <p className="text-muted">{changeText.adminEmailWarning}</p>}
      {accepting.isError && <Notice tone="error">{wrong ?? sentenceOf(accepting.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button busy={accepting.isPending} onClick={() => accepting.mutate()}>
          Accept<span className="sr-only"> the change of {request.member.name}</span>
        </Button>
        <Button look="outline" disabled={accepting.isPending} onClick={onDecline}>
          Decline<span className="sr-only"> the change of {request.member.name}</span>
        </Button>
      </div>
    </>
  )
}
